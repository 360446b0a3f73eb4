import { platformProductsTexts } from '../../texts/platform-products.ts'
import { PlatformProducts } from '../../ui/products/platform/platform-products.tsx'
import { useTitle } from '../../ui/use-title.ts'

/** The products of all vendors as a grid. */
export default function PlatformProductsScreen() {
  useTitle(platformProductsTexts.title)
  return <PlatformProducts title={platformProductsTexts.title} />
}

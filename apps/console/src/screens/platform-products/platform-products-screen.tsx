import { t } from '../../texts/texts.ts'
import { PlatformProducts } from '../../ui/products/platform/platform-products.tsx'
import { useTitle } from '../../ui/use-title.ts'

/** The products of all vendors as a grid. */
export default function PlatformProductsScreen() {
  useTitle(t.platformProducts.title)
  return <PlatformProducts title={t.platformProducts.title} />
}

import { useIntersection } from '@mantine/hooks'
import { ImageFile, type Size } from '../../../../ui/image-file.tsx'
import { useDifference } from '../difference-context.tsx'
import type { EntryImage } from './compare-images.ts'
import classes from './images.module.css'

type Props = { image: EntryImage; onSize: (size: Size) => void }

/**
 * Shows the file of an image in its tile. In lists of many entries, files are in memory only while they are near what is
 * in view.
 */
export function TileFile(props: Props) {
  const { entry, isCompact } = useDifference()
  const file = { ...props, productId: entry.product.id }
  return isCompact ? <FileInList {...file} /> : <ImageFile {...file} />
}

const near: IntersectionObserverInit & { scrollMargin: string } = { scrollMargin: '800px' }

function FileInList(props: Props & { productId: string }) {
  const { ref, entry: place } = useIntersection<HTMLSpanElement>(near)
  return (
    <span ref={ref} className={classes.file}>
      {place?.isIntersecting && <ImageFile {...props} />}
    </span>
  )
}

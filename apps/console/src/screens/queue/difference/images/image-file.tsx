import { Skeleton } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../../texts/texts.ts'
import { useImageSource } from '../../../../ui/use-image-source.ts'
import { useDifference } from '../difference-context.tsx'
import type { EntryImage } from './compare-images.ts'
import classes from './images.module.css'

/** The width and the height of an image in pixels. */
export type Size = { width: number; height: number }

type Props = { image: EntryImage; onSize: (size: Size) => void }

/**
 * Shows the file of an image in its tile. In lists of many entries, files are in memory only while they are near what is
 * in view.
 */
export function TileFile(props: Props) {
  const { isCompact } = useDifference()
  return isCompact ? <FileInList {...props} /> : <ImageFile {...props} />
}

const near: IntersectionObserverInit & { scrollMargin: string } = { scrollMargin: '800px' }

function FileInList(props: Props) {
  const { ref, entry: place } = useIntersection<HTMLSpanElement>(near)
  return (
    <span ref={ref} className={classes.file}>
      {place?.isIntersecting && <ImageFile {...props} />}
    </span>
  )
}

/** Shows the file of an image in the box around it. A file that can't be shown is named so. */
export function ImageFile({ image, onSize }: Props) {
  const { entry } = useDifference()
  const { source, hasFailed } = useImageSource(entry.product.id, image)
  const [broken, setBroken] = useState<string>()
  if (hasFailed || (source !== undefined && broken === source)) {
    return (
      <span className={classes.broken}>
        <IconPhotoOff size={22} stroke={1.6} aria-hidden />
        {t.difference.brokenImage}
      </span>
    )
  }
  if (source === undefined) return <Skeleton height="100%" radius={0} />
  return (
    <img
      className={classes.image}
      src={source}
      alt={image.alt}
      decoding="async"
      draggable={false}
      onLoad={({ currentTarget }) =>
        onSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
      }
      onError={() => setBroken(source)}
    />
  )
}

import { Skeleton } from '@mantine/core'
import { IconPhotoOff, type TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../texts/texts.ts'
import classes from './image-file.module.css'
import { useImageSource } from './use-image-source.ts'

/** The width and the height of an image in pixels. */
export type Size = { width: number; height: number }

type Props = {
  productId: string
  image: { id: string; url: string | null; alt: string }
  /** True if the alternative text is shown beside the image, so that it isn't read twice. */
  hasCaption?: boolean
  onSize?: (size: Size) => void
}

/** Shows the file of an image in the box around it. A file that can't be shown is named so. */
export function ImageFile({ productId, image, hasCaption = false, onSize }: Props) {
  const { source, hasFailed } = useImageSource(productId, image)
  const [broken, setBroken] = useState<string>()
  if (hasFailed || (source !== undefined && broken === source)) return <BrokenImage />
  if (source === undefined) return <Skeleton height="100%" radius={0} />
  return (
    <img
      className={classes.image}
      src={source}
      alt={hasCaption ? '' : image.alt}
      decoding="async"
      draggable={false}
      onLoad={({ currentTarget }) =>
        onSize?.({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
      }
      onError={() => setBroken(source)}
    />
  )
}

/** Stands for an image that can't be shown. */
export function BrokenImage() {
  return <ImageSign icon={IconPhotoOff} text={t.brokenImage} />
}

/** A sign with a text, in the box of an image. */
export function ImageSign({ icon: Icon, text }: { icon: TablerIcon; text: string }) {
  return (
    <span className={classes.sign}>
      <Icon size={22} stroke={1.6} aria-hidden />
      {text}
    </span>
  )
}

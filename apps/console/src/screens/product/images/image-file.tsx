import { Skeleton } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../texts/texts.ts'
import { useImageSource } from '../../../ui/use-image-source.ts'
import type { ShownImage } from './image-order.ts'
import classes from './images.module.css'

type Props = {
  productId: string
  image: Pick<ShownImage, 'id' | 'url' | 'alt'>
  /** True if the alternative text is shown beside the image, so that it isn't read twice. */
  hasCaption?: boolean
}

/** Shows the file of an image in the box around it. A file that can't be shown is named so. */
export function ImageFile({ productId, image, hasCaption = false }: Props) {
  const { source, hasFailed } = useImageSource(productId, image)
  const [broken, setBroken] = useState<string>()
  if (hasFailed || (source !== undefined && broken === source)) {
    return (
      <span className={classes.broken}>
        <IconPhotoOff size={22} stroke={1.6} aria-hidden />
        {t.productScreen.images.broken}
      </span>
    )
  }
  if (source === undefined) return <Skeleton height="100%" radius={0} />
  return (
    <img
      className={classes.image}
      src={source}
      alt={hasCaption ? '' : image.alt}
      decoding="async"
      draggable={false}
      onError={() => setBroken(source)}
    />
  )
}

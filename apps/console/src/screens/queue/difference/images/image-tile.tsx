import { Badge } from '@mantine/core'
import { IconStarFilled } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { t } from '../../../../texts/texts.ts'
import type { Size } from '../../../../ui/image-file.tsx'
import { InlineText } from '../text/marked-text.tsx'
import { TextDifference } from '../text/text-difference.tsx'
import type { ComparedImage } from './compare-images.ts'
import classes from './images.module.css'
import { TileFile } from './tile-file.tsx'

type Props = {
  compared: ComparedImage
  /** The name of the variant that the image belongs to. */
  variant?: string | undefined
  isCompact: boolean
  onOpen: () => void
  /** What the reviewer can do with the image. */
  action?: ReactNode
}

/** An image with its number, its size, its alternative text and what changes about it. */
export function ImageTile({ compared, variant, isCompact, onOpen, action }: Props) {
  const { image, index, change } = compared
  const [size, setSize] = useState<Size>()
  return (
    <li className={classes.tile} data-image={image.id}>
      <button
        type="button"
        className={classes.frame}
        data-change={change}
        onClick={onOpen}
        aria-label={t.difference.enlarge(index + 1, image.alt)}
      >
        <TileFile image={image} onSize={setSize} />
        <span className={classes.number} aria-hidden>
          {index + 1}
        </span>
      </button>
      <ImageBadges compared={compared} variant={variant} />
      {!isCompact && (
        <div className={classes.caption}>
          <Alt compared={compared} />
          <span className={classes.size}>
            {size ? t.difference.pixels(size.width, size.height) : '\u00a0'}
          </span>
        </div>
      )}
      {action}
    </li>
  )
}

function Alt({ compared: { image, altBefore } }: { compared: ComparedImage }) {
  if (altBefore !== undefined) return <TextDifference before={altBefore} after={image.alt} onlyWords />
  if (!image.alt) return <span className={classes.noAlt}>{t.difference.noAlt}</span>
  return <InlineText text={image.alt} />
}

/** What changes about an image. */
export function ImageBadges({ compared, variant }: Pick<Props, 'compared' | 'variant'>) {
  const { image, change, index, movedFrom, movedTo, altBefore, changesPrimary, changesVariant } = compared
  return (
    <div className={classes.badges}>
      {change === 'added' && <Badge color="green">+ {t.difference.rowChanges.added}</Badge>}
      {change === 'removed' && <Badge color="red">− {t.difference.rowChanges.removed}</Badge>}
      {movedFrom !== undefined && (
        <Badge color="violet">{t.difference.moved(movedFrom + 1, index + 1)}</Badge>
      )}
      {movedTo !== undefined && <Badge color="violet">{t.difference.moved(index + 1, movedTo + 1)}</Badge>}
      {image.isPrimary && (
        <Badge color={changesPrimary ? 'blue' : 'gray'} leftSection={<IconStarFilled size={9} aria-hidden />}>
          {t.difference.primary}
        </Badge>
      )}
      {altBefore !== undefined && <Badge color="blue">{t.difference.altChanged}</Badge>}
      {variant && <Badge color={changesVariant ? 'blue' : 'gray'}>{t.difference.ofVariant(variant)}</Badge>}
    </div>
  )
}

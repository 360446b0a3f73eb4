import { type ReactNode, useMemo, useState } from 'react'
import { t } from '../../../../texts/texts.ts'
import { useDifference } from '../difference-context.tsx'
import { Sides } from '../sides.tsx'
import { Note } from '../text/note.tsx'
import { type ComparedImage, compareImages, type EntryImage } from './compare-images.ts'
import { ImageTile } from './image-tile.tsx'
import { ImageViewer } from './image-viewer.tsx'
import classes from './images.module.css'
import { slidesOf } from './slides.ts'
import { useVariantNames } from './use-variant-names.ts'

/** Shows the live and the proposed images side by side, each set in its order. */
export function ImagesDifference({ live, proposed }: { live: EntryImage[]; proposed: EntryImage[] }) {
  const { before, after, isSame } = useMemo(() => compareImages(live, proposed), [live, proposed])
  return (
    <>
      {proposed.length === 0 && <Note isWarning>{t.difference.allImagesRemoved}</Note>}
      {isSame && <Note>{t.difference.sameImages}</Note>}
      <ImageSets before={before} after={after} hasSides />
    </>
  )
}

/** Shows the images of a new product. */
export function Images({ images }: { images: EntryImage[] }) {
  const after = useMemo(() => images.map((image, index) => ({ ...unchanged, image, index })), [images])
  return <ImageSets before={[]} after={after} hasSides={false} />
}

const unchanged = { change: 'none', changesPrimary: false, changesVariant: false } as const

type Props = { before: ComparedImage[]; after: ComparedImage[]; hasSides: boolean }

function ImageSets({ before, after, hasSides }: Props) {
  const { imageAction } = useDifference()
  const [index, setIndex] = useState<number>()
  const slides = useMemo(() => slidesOf(before, after, hasSides), [before, after, hasSides])
  const open = (compared: ComparedImage) => setIndex(slides.findIndex((slide) => slide.compared === compared))
  const actionFor = ({ image: { id }, index: at }: ComparedImage) => imageAction?.({ id, index: at })
  const shown = index === undefined ? undefined : slides[index]
  const proposed = after.length > 0 && <Tiles images={after} onOpen={open} actionFor={actionFor} />
  return (
    <>
      {hasSides ? (
        <Sides before={before.length > 0 && <Tiles images={before} onOpen={open} />} after={proposed} />
      ) : (
        proposed
      )}
      <ImageViewer
        slides={slides}
        index={index}
        onIndex={setIndex}
        action={shown && shown.side !== 'before' && actionFor(shown.compared)}
      />
    </>
  )
}

type TilesProps = {
  images: ComparedImage[]
  onOpen: (compared: ComparedImage) => void
  actionFor?: (compared: ComparedImage) => ReactNode
}

function Tiles({ images, onOpen, actionFor }: TilesProps) {
  const { isCompact = false } = useDifference()
  const variants = useVariantNames(images)
  return (
    <ol className={classes.tiles} data-compact={isCompact || undefined}>
      {images.map((compared) => (
        <ImageTile
          key={compared.image.id}
          compared={compared}
          variant={compared.image.variantId ? variants.get(compared.image.variantId) : undefined}
          isCompact={isCompact}
          onOpen={() => onOpen(compared)}
          action={actionFor?.(compared)}
        />
      ))}
    </ol>
  )
}

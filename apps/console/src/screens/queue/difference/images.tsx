import { useIntersection } from '@mantine/hooks'
import { type ReactNode, useMemo, useState } from 'react'
import { differenceTexts } from '../../../texts/difference.ts'
import { ImageFile, type Size } from '../../../ui/image-file.tsx'
import { type ComparedImage, compareImages, type EntryImage } from './compare-images.ts'
import { useDifference } from './difference-context.tsx'
import { ImageBadges, ImageViewer, type Slide } from './image-viewer.tsx'
import classes from './images.module.css'
import { InlineText, Note } from './marked-text.tsx'
import { Sides, TextDifference } from './text-difference.tsx'
import { useProduct } from './use-product.ts'

/** Shows the live and the proposed images side by side, each set in its order. */
export function ImagesDifference({ live, proposed }: { live: EntryImage[]; proposed: EntryImage[] }) {
  const { before, after, isSame } = useMemo(() => compareImages(live, proposed), [live, proposed])
  return (
    <>
      {proposed.length === 0 && <Note isWarning>{differenceTexts.allImagesRemoved}</Note>}
      {isSame && <Note>{differenceTexts.sameImages}</Note>}
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

type SetsProps = { before: ComparedImage[]; after: ComparedImage[]; hasSides: boolean }

function ImageSets({ before, after, hasSides }: SetsProps) {
  const { imageAction, isCompact } = useDifference()
  const variants = useVariantNames([...before, ...after])
  const [index, setIndex] = useState<number>()
  const slides = useMemo(() => slidesOf(before, after, hasSides), [before, after, hasSides])
  const shown = index === undefined ? undefined : slides[index]
  const actionFor = ({ image: { id }, index: at }: ComparedImage) => imageAction?.({ id, index: at })
  const tiles = (images: ComparedImage[], isProposed: boolean) =>
    images.length > 0 && (
      <ol className={classes.tiles} data-compact={isCompact || undefined}>
        {images.map((compared) => (
          <ImageTile
            key={compared.image.id}
            compared={compared}
            variant={variants.get(compared.image.variantId ?? '')}
            onOpen={() => setIndex(slides.findIndex((slide) => slide.compared === compared))}
            action={isProposed && actionFor(compared)}
          />
        ))}
      </ol>
    )
  return (
    <>
      {hasSides ? <Sides before={tiles(before, false)} after={tiles(after, true)} /> : tiles(after, true)}
      <ImageViewer
        slides={slides}
        index={index}
        onIndex={setIndex}
        action={shown && shown.side !== 'before' && actionFor(shown.compared)}
      />
    </>
  )
}

/**
 * Returns the order in which the larger view shows images: at each index the old image and then the new one, so that a
 * step flips between the two.
 */
function slidesOf(before: ComparedImage[], after: ComparedImage[], hasSides: boolean): Slide[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const [old, next] = [before[index], after[index]]
    const slides: Slide[] = []
    if (old) slides.push({ compared: old, side: 'before', count: before.length })
    if (next) slides.push({ compared: next, side: hasSides ? 'after' : undefined, count: after.length })
    return slides
  }).flat()
}

/** Returns the names of variants by id. The product is read only if an image belongs to a variant. */
function useVariantNames(images: ComparedImage[]): Map<string, string> {
  const { entry } = useDifference()
  const isNeeded = images.some(({ image }) => image.variantId !== null)
  const { data: product } = useProduct(entry.product.id, entry.version, isNeeded)
  return new Map(product?.variants.map(({ id, name }) => [id, name]))
}

type TileProps = {
  compared: ComparedImage
  /** The name of the variant that the image belongs to. */
  variant: string | undefined
  onOpen: () => void
  /** What the reviewer can do with the image. */
  action: ReactNode
}

/** An image with its number, its size, its alternative text and what changes about it. */
function ImageTile({ compared, variant, onOpen, action }: TileProps) {
  const { entry, isCompact } = useDifference()
  const { image, index, change, altBefore } = compared
  const [size, setSize] = useState<Size>()
  const file = { productId: entry.product.id, image, onSize: setSize }
  return (
    <li className={classes.tile} data-image={image.id}>
      <button
        type="button"
        className={classes.frame}
        data-change={change}
        onClick={onOpen}
        aria-label={differenceTexts.enlarge(index + 1, image.alt)}
      >
        {isCompact ? <FileInList {...file} /> : <ImageFile {...file} />}
        <span className={classes.number} aria-hidden>
          {index + 1}
        </span>
      </button>
      <ImageBadges compared={compared} variant={variant} />
      {!isCompact && (
        <div className={classes.caption}>
          <div>
            {altBefore !== undefined ? (
              <TextDifference before={altBefore} after={image.alt} onlyWords />
            ) : image.alt ? (
              <InlineText text={image.alt} />
            ) : (
              <span className={classes.noAlt}>{differenceTexts.noAlt}</span>
            )}
            <div className={classes.size}>
              {size ? differenceTexts.pixels(size.width, size.height) : '\u00a0'}
            </div>
          </div>
          {action}
        </div>
      )}
    </li>
  )
}

type FileProps = { productId: string; image: EntryImage; onSize: (size: Size) => void }

const near: IntersectionObserverInit & { scrollMargin: string } = { scrollMargin: '800px' }

/** In lists of many entries, files are in memory only while they are near what is in view. */
function FileInList(props: FileProps) {
  const { ref, entry: place } = useIntersection<HTMLSpanElement>(near)
  return (
    <span ref={ref} className={classes.file}>
      {place?.isIntersecting && <ImageFile {...props} />}
    </span>
  )
}

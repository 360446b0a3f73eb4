import { ActionIcon, Badge, Group, Modal, Text } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconStarFilled,
  IconZoomIn,
  IconZoomOut
} from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { differenceTexts } from '../../../texts/difference.ts'
import { t } from '../../../texts/texts.ts'
import { ImageFile, type Size } from '../../../ui/image-file.tsx'
import type { ComparedImage } from './compare-images.ts'
import { useDifference } from './difference-context.tsx'
import classes from './images.module.css'
import { InlineText } from './marked-text.tsx'

/** An image in the larger view. `side` is undefined for the images of a new product. */
export type Slide = { compared: ComparedImage; side: 'before' | 'after' | undefined; count: number }

type Props = {
  slides: Slide[]
  /** The index of the slide that is shown, or undefined if the view is closed. */
  index: number | undefined
  onIndex: (index: number | undefined) => void
  /** What the reviewer can do with the image that is shown. The view closes before it is done. */
  action?: ReactNode
}

/**
 * A larger view of images. The arrow keys flip between the old and the new image, and go on to the next ones. The key Z
 * shows the pixels of the image, also while it flips: so details can be compared.
 */
export function ImageViewer({ slides, index = -1, onIndex, action }: Props) {
  const { entry } = useDifference()
  // An action moves the focus to where it continues.
  const [returnsFocus, setReturnsFocus] = useState(true)
  const [isZoomed, setZoomed] = useState(false)
  const [size, setSize] = useState<Size & { id: string }>()
  const slide = slides[index]
  const go = (step: number) => slides[index + step] && onIndex(index + step)
  function close({ isReturning }: { isReturning: boolean }) {
    setReturnsFocus(isReturning)
    setZoomed(false)
    onIndex(undefined)
  }
  const keys: Record<string, () => void> = {
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    z: () => setZoomed(!isZoomed)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation()
    if (!event.ctrlKey && !event.metaKey && !event.altKey) keys[event.key]?.()
  }
  const step = (by: 1 | -1) => ({
    disabled: !slides[index + by],
    onClick: () => go(by),
    variant: 'default',
    size: 'lg'
  })
  return (
    <Modal
      opened={slide !== undefined}
      onClose={() => close({ isReturning: true })}
      returnFocus={returnsFocus}
      size="min(1280px, 96vw)"
      title={
        slide &&
        differenceTexts.imageTitle(
          slide.side && differenceTexts[slide.side],
          slide.compared.index + 1,
          slide.count
        )
      }
      closeButtonProps={{ 'aria-label': t.actions.close }}
      onKeyDown={onKeyDown}
    >
      {slide && (
        <>
          <div
            className={classes.large}
            data-zoomed={isZoomed || undefined}
            tabIndex={isZoomed ? 0 : undefined}
          >
            <div style={isZoomed && size ? { width: size.width, height: size.height } : {}}>
              <ImageFile
                key={`${slide.side} ${slide.compared.image.id}`}
                productId={entry.product.id}
                image={slide.compared.image}
                onSize={(read) => setSize({ ...read, id: slide.compared.image.id })}
              />
            </div>
          </div>
          <Group gap="sm" mt="xs" justify="space-between">
            <Text fz="sm">
              {slide.compared.image.alt ? (
                <InlineText text={slide.compared.image.alt} />
              ) : (
                differenceTexts.noAlt
              )}
            </Text>
            <Group gap="xs">
              <ImageBadges compared={slide.compared} variant={undefined} />
              <Text fz="xs" c="dimmed">
                {size?.id === slide.compared.image.id && differenceTexts.pixels(size.width, size.height)}
              </Text>
              {action && <Group onClick={() => close({ isReturning: false })}>{action}</Group>}
            </Group>
          </Group>
          <Group justify="space-between" mt="sm" wrap="nowrap">
            <ActionIcon aria-label={differenceTexts.previousImage} {...step(-1)}>
              <IconChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <Group gap="xs" wrap="nowrap">
              <ActionIcon
                aria-label={differenceTexts.zoom}
                aria-pressed={isZoomed}
                aria-keyshortcuts="z"
                onClick={() => setZoomed(!isZoomed)}
              >
                {isZoomed ? <IconZoomOut size={18} aria-hidden /> : <IconZoomIn size={18} aria-hidden />}
              </ActionIcon>
              <Text fz="xs" c="dimmed">
                {differenceTexts.viewerHint}
              </Text>
            </Group>
            <ActionIcon aria-label={differenceTexts.nextImage} {...step(1)}>
              <IconChevronRight size={18} aria-hidden />
            </ActionIcon>
          </Group>
        </>
      )}
    </Modal>
  )
}

/** What changes about an image. */
export function ImageBadges({ compared, variant }: { compared: ComparedImage; variant: string | undefined }) {
  const { image, change, index, movedFrom, movedTo, altBefore, changesPrimary, changesVariant } = compared
  const [from, to] = movedTo === undefined ? [movedFrom, index] : [index, movedTo]
  return (
    <div className={classes.badges}>
      {change === 'added' && <Badge color="green">+ {differenceTexts.rowChanges.added}</Badge>}
      {change === 'removed' && <Badge color="red">− {differenceTexts.rowChanges.removed}</Badge>}
      {from !== undefined && <Badge color="violet">{differenceTexts.moved(from + 1, to + 1)}</Badge>}
      {image.isPrimary && (
        <Badge color={changesPrimary ? 'blue' : 'gray'} leftSection={<IconStarFilled size={9} aria-hidden />}>
          {differenceTexts.primary}
        </Badge>
      )}
      {altBefore !== undefined && <Badge color="blue">{differenceTexts.altChanged}</Badge>}
      {variant && (
        <Badge color={changesVariant ? 'blue' : 'gray'}>{differenceTexts.ofVariant(variant)}</Badge>
      )}
    </div>
  )
}

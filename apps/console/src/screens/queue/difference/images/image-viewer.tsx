import { ActionIcon, Group, Modal, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { t } from '../../../../texts/texts.ts'
import { ImageFile, type Size } from '../../../../ui/image-file.tsx'
import { useDifference } from '../difference-context.tsx'
import { InlineText } from '../text/marked-text.tsx'
import { ImageBadges } from './image-tile.tsx'
import classes from './images.module.css'
import type { Slide } from './slides.ts'

type Props = {
  slides: Slide[]
  /** The index of the slide that is shown, or undefined if the view is closed. */
  index: number | undefined
  onIndex: (index: number | undefined) => void
  /** What the reviewer can do with the image that is shown. The view closes before it is done. */
  action?: ReactNode
}

/** A larger view of images. The arrow keys flip between the old and the new image, and go on to the next ones. */
export function ImageViewer({ slides, index, onIndex, action }: Props) {
  // An action moves the focus to where it continues.
  const [returnsFocus, setReturnsFocus] = useState(true)
  const slide = index === undefined ? undefined : slides[index]
  const go = (step: number) => {
    if (index !== undefined && slides[index + step]) onIndex(index + step)
  }
  function close({ isReturning }: { isReturning: boolean }) {
    setReturnsFocus(isReturning)
    onIndex(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation()
    if (event.key === 'ArrowLeft') go(-1)
    if (event.key === 'ArrowRight') go(1)
  }
  return (
    <Modal
      opened={slide !== undefined}
      onClose={() => close({ isReturning: true })}
      returnFocus={returnsFocus}
      size="min(1100px, 94vw)"
      title={slide && titleOf(slide)}
      closeButtonProps={{ 'aria-label': t.actions.close }}
      onKeyDown={onKeyDown}
    >
      {slide && index !== undefined && (
        <>
          <ShownSlide key={`${slide.side} ${slide.compared.image.id}`} slide={slide}>
            {action && <Group onClick={() => close({ isReturning: false })}>{action}</Group>}
          </ShownSlide>
          <Group justify="space-between" mt="sm" wrap="nowrap">
            <Step
              icon={IconChevronLeft}
              label={t.difference.previousImage}
              isDisabled={index === 0}
              onClick={() => go(-1)}
            />
            <Text fz="xs" c="dimmed" ta="center">
              {t.difference.viewerHint}
            </Text>
            <Step
              icon={IconChevronRight}
              label={t.difference.nextImage}
              isDisabled={index === slides.length - 1}
              onClick={() => go(1)}
            />
          </Group>
        </>
      )}
    </Modal>
  )
}

function titleOf({ compared, side, count }: Slide): string {
  return t.difference.imageTitle(side && t.difference[side], compared.index + 1, count)
}

function ShownSlide({ slide: { compared }, children }: { slide: Slide; children: ReactNode }) {
  const { entry } = useDifference()
  const [size, setSize] = useState<Size>()
  return (
    <>
      <div className={classes.large}>
        <ImageFile productId={entry.product.id} image={compared.image} onSize={setSize} />
      </div>
      <Group gap="sm" mt="xs" justify="space-between">
        <Text fz="sm">
          {compared.image.alt ? <InlineText text={compared.image.alt} /> : t.difference.noAlt}
        </Text>
        <Group gap="xs">
          <ImageBadges compared={compared} />
          <Text fz="xs" c="dimmed">
            {size && t.difference.pixels(size.width, size.height)}
          </Text>
          {children}
        </Group>
      </Group>
    </>
  )
}

type StepProps = {
  icon: typeof IconChevronLeft
  label: string
  isDisabled: boolean
  onClick: () => void
}

function Step({ icon: Icon, label, isDisabled, onClick }: StepProps) {
  return (
    <ActionIcon size="lg" variant="default" aria-label={label} disabled={isDisabled} onClick={onClick}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
}

import { ActionIcon, Badge, Tooltip } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconPencil,
  IconStar,
  IconStarFilled,
  IconTrash
} from '@tabler/icons-react'
import { type ComponentType, type DragEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../texts/texts.ts'
import { ImageFile } from '../../../ui/image-file.tsx'
import type { ShownImage } from './image-order.ts'
import classes from './images.module.css'

type Props = {
  productId: string
  image: ShownImage
  index: number
  count: number
  /** True if the image was never live. */
  isNew: boolean
  canWrite: boolean
  isDragged: boolean
  onDragStart: () => void
  onDragEnd: () => void
  onDrop: () => void
  onMove: (to: number) => void
  onPrimary: () => void
  onEdit: () => void
  onRemove: () => void
}

/** An image with its alternative text and what can be done with it. */
export function ImageTile(props: Props) {
  const { productId, image, index, canWrite, isDragged, onDragStart, onDragEnd, onDrop } = props
  const [isTarget, setTarget] = useState(false)
  const texts = t.productScreen.images
  function drop(event: DragEvent) {
    setTarget(false)
    if (event.dataTransfer.files.length > 0) return
    event.preventDefault()
    onDrop()
  }
  return (
    <li
      className={classes.tile}
      draggable={canWrite}
      data-dragged={isDragged || undefined}
      data-target={isTarget || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', image.id)
        onDragStart()
      }}
      onDragEnd={onDragEnd}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={drop}
    >
      <div className={classes.frame}>
        <ImageFile productId={productId} image={image} hasCaption />
        <span className={classes.number} aria-hidden>
          {index + 1}
        </span>
      </div>
      <div className={classes.badges}>
        {image.isPrimary && (
          <Badge color="gray" leftSection={<IconStarFilled size={9} aria-hidden />}>
            {texts.primary}
          </Badge>
        )}
        {props.isNew && image.url === null && <Badge color="blue">{texts.waiting}</Badge>}
      </div>
      <span className={classes.alt} data-missing={!image.alt || undefined}>
        {image.alt || texts.noAlt}
      </span>
      {canWrite && <Actions {...props} />}
    </li>
  )
}

type Action = {
  name: string
  label: string
  icon: ComponentType<{ size?: number }>
  run: () => void
  isEnd?: boolean
}

function Actions({ image, index, count, onMove, onPrimary, onEdit, onRemove }: Props) {
  const texts = t.productScreen.images
  const name = texts.image(index + 1)
  const clicked = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tile that is moved in the document loses the focus
  useLayoutEffect(() => {
    clicked.current?.focus()
    clicked.current = null
  }, [index])
  const actions: Action[] = [
    {
      name: 'earlier',
      label: texts.earlier(name),
      icon: IconChevronLeft,
      run: () => onMove(index - 1),
      isEnd: index === 0
    },
    {
      name: 'later',
      label: texts.later(name),
      icon: IconChevronRight,
      run: () => onMove(index + 1),
      isEnd: index === count - 1
    },
    ...(image.isPrimary
      ? []
      : [{ name: 'primary', label: texts.makePrimary(name), icon: IconStar, run: onPrimary }]),
    { name: 'edit', label: texts.edit(name), icon: IconPencil, run: onEdit },
    { name: 'remove', label: texts.remove(name), icon: IconTrash, run: onRemove }
  ]
  function press(event: MouseEvent<HTMLButtonElement>, { name: pressed, run, isEnd }: Action) {
    if (isEnd) return
    if (pressed === 'earlier' || pressed === 'later') clicked.current = event.currentTarget
    run()
  }
  return (
    <div className={classes.actions}>
      {actions.map((action) => (
        <Tooltip key={action.name} label={action.label}>
          <ActionIcon
            size={26}
            aria-label={action.label}
            // A disabled button would lose the focus at the end of the list.
            aria-disabled={action.isEnd || undefined}
            data-end={action.isEnd || undefined}
            className={classes.action}
            onClick={(event) => press(event, action)}
          >
            <action.icon size={15} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  )
}

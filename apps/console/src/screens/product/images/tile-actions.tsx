import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ComponentType, type MouseEvent, useLayoutEffect, useRef } from 'react'
import { productTexts } from '../../../texts/product.ts'
import classes from './images.module.css'

type Action = {
  name: string
  label: string
  icon: ComponentType<{ size?: number }>
  run: () => void
  isEnd?: boolean
}

type Props = {
  /** What the image is called. */
  name: string
  index: number
  count: number
  onMove: (to: number) => void
  others: Action[]
}

/** The buttons of an image: two that move it among the others, and what else can be done with it. */
export function TileActions({ name, index, count, onMove, others }: Props) {
  const clicked = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tile that is moved in the document loses the focus
  useLayoutEffect(() => {
    clicked.current?.focus()
    clicked.current = null
  }, [index])
  const { earlier, later } = productTexts.images
  const move = (to: number, isEnd: boolean) => ({ run: () => onMove(to), isEnd })
  const actions: Action[] = [
    { name: 'earlier', label: earlier(name), icon: IconChevronLeft, ...move(index - 1, index === 0) },
    { name: 'later', label: later(name), icon: IconChevronRight, ...move(index + 1, index === count - 1) },
    ...others
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

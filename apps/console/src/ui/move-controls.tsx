import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react'
import { type PointerEventHandler, useLayoutEffect, useRef } from 'react'
import { t } from '../texts/texts.ts'
import classes from './move-controls.module.css'

export type HandleProps = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  PointerEventHandler<HTMLElement>
>

type Props = {
  name: string
  index: number
  count: number
  handleProps: HandleProps
  onMove: (to: number) => void
}

/** Moves a row by the pointer, and by two buttons. The focus stays on the button. */
export function MoveControls({ name, index, count, handleProps, onMove }: Props) {
  const clicked = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that is moved in the document loses the focus
  useLayoutEffect(() => {
    clicked.current?.focus()
    clicked.current = null
  }, [index])
  const button = (to: number, label: string, Icon: typeof IconChevronUp) => (
    <ActionIcon
      size={24}
      aria-label={label}
      // A disabled button would lose the focus at the end of the list.
      aria-disabled={to < 0 || to >= count}
      data-end={to < 0 || to >= count || undefined}
      className={classes.move}
      onClick={(event) => {
        clicked.current = event.currentTarget
        onMove(to)
      }}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
  return (
    <>
      <span className={classes.handle} title={t.order.handle(name)} {...handleProps}>
        <IconGripVertical size={18} aria-hidden />
      </span>
      <div className={classes.moves}>
        {button(index - 1, t.order.up(name), IconChevronUp)}
        {button(index + 1, t.order.down(name), IconChevronDown)}
      </div>
    </>
  )
}

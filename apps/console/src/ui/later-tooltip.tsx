import { Tooltip } from '@mantine/core'
import { cloneElement, type MouseEvent, type ReactElement, useEffect, useRef, useState } from 'react'

type Child = ReactElement<{
  disabled?: boolean
  onMouseEnter?(event: MouseEvent<HTMLElement>): void
  onMouseLeave?(): void
}>

/** As in the theme, in milliseconds. */
const openDelay = 400

/**
 * A tooltip that exists only while the pointer rests on its child. A usual tooltip takes longer to render than the button
 * that it explains, so use this one for buttons of which a page has many. The name of the button must say what the
 * tooltip says, because screen readers don't read the tooltip.
 */
export function LaterTooltip({ label, children }: { label: string; children: Child }) {
  const [target, setTarget] = useState<HTMLElement>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { disabled } = children.props
  useEffect(() => {
    if (disabled) setTarget(undefined)
    return () => clearTimeout(timer.current)
  }, [disabled])
  const onMouseEnter = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    timer.current = setTimeout(() => setTarget(currentTarget), openDelay)
  }
  const onMouseLeave = () => {
    clearTimeout(timer.current)
    setTarget(undefined)
  }
  return (
    <>
      {cloneElement(children, { onMouseEnter, onMouseLeave })}
      {target && <Tooltip label={label} target={target} defaultOpened />}
    </>
  )
}

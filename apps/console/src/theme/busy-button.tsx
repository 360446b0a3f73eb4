import type { ComponentProps, MouseEvent } from 'react'

type Props = ComponentProps<'button'> & { 'data-loading'?: boolean; 'data-disabled'?: boolean }

/**
 * The element of all buttons. Mantine disables a button that shows that it is loading, so that it would lose the focus.
 * This one keeps the focus, and does nothing when it is pressed, also by Enter in a field of its form.
 */
export function BusyButton({ type = 'button', ...props }: Props) {
  const isBusy = props['data-loading'] && !props['data-disabled']
  if (!isBusy) return <button type={type} {...props} />
  return <button type={type} {...props} disabled={false} aria-disabled aria-busy onClick={ignore} />
}

function ignore(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

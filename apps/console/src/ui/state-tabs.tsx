import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { formatNumber } from './format.ts'
import classes from './state-tabs.module.css'

export type StateTab = {
  /** The value in the address. Undefined shows all. */
  value: string | undefined
  label: string
  /** Undefined while it is being read, null if the entries aren't counted. */
  count: number | undefined | null
}

type Props = {
  label: string
  tabs: StateTab[]
  active: string | undefined
  hrefOf: (value: string | undefined) => string
}

/** Links that show the entries of a list in one state, with the number of entries in each. */
export function StateTabs({ label, tabs, active, hrefOf }: Props) {
  const nav = useRef<HTMLElement>(null)
  // In a narrow window, the links are scrolled until the current one is in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is the current one
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (!nav.current || !current) return
    const hidden = current.offsetLeft + current.offsetWidth - nav.current.clientWidth
    if (hidden > nav.current.scrollLeft) nav.current.scrollLeft = hidden
  }, [active])
  return (
    <nav ref={nav} aria-label={label} className={classes.scroll}>
      <ul className={classes.tabs}>
        {tabs.map((tab) => (
          <li key={tab.value ?? ''}>
            <Link
              href={hrefOf(tab.value)}
              className={classes.tab}
              aria-current={tab.value === active ? 'page' : undefined}
            >
              {tab.label}
              {tab.count !== null && (
                <span className={classes.count}>
                  {tab.count === undefined ? ' ' : formatNumber(tab.count)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

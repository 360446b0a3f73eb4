import type { ReactNode } from 'react'
import classes from './grid-frame.module.css'

/** Limits the height of a grid: it is as high as its rows need, up to a part of the window. */
export function GridFrame({ children }: { children: ReactNode }) {
  return <div className={classes.frame}>{children}</div>
}

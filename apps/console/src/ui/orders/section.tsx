import { Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './order-page.module.css'

type Props = { title: string; aside?: ReactNode; children: ReactNode }

/** A part of the page of an order. */
export function Section({ title, aside, children }: Props) {
  const id = useId()
  return (
    <Paper component="section" withBorder radius="md" className={classes.section} aria-labelledby={id}>
      <div className={classes.heading}>
        <Title order={2} fz="md" id={id}>
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </Paper>
  )
}

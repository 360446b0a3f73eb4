import { Text, Title } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'
import classes from './section.module.css'

type Props = { title: string; hint?: string; children: ReactNode; ref?: Ref<HTMLElement> }

/** A part of a page with a heading. If there is room, the heading is beside the content. */
export function Section({ title, hint, children, ref }: Props) {
  const id = useId()
  return (
    <section ref={ref} className={classes.section} aria-labelledby={id}>
      <div className={classes.columns}>
        <div>
          <Title order={2} fz="md" id={id}>
            {title}
          </Title>
          {hint && (
            <Text c="dimmed" fz="sm">
              {hint}
            </Text>
          )}
        </div>
        <div className={classes.content}>{children}</div>
      </div>
    </section>
  )
}

import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './new-import.module.css'

type Props = {
  id?: string | undefined
  title: string
  intro?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** A part of the screen with its title. */
export function Section({ id, title, intro, actions, children }: Props) {
  return (
    <section id={id} className={classes.section} aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={2} fz="lg">
              {title}
            </Title>
            {intro && <Text c="dimmed">{intro}</Text>}
          </div>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </Stack>
    </section>
  )
}

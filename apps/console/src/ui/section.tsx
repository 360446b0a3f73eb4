import { Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

type Props = { title: string; hint?: string; children: ReactNode }

/** A part of the form with a heading. */
export function Section({ title, hint, children }: Props) {
  const id = useId()
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby={id}>
      <Title order={2} fz="md" id={id}>
        {title}
      </Title>
      {hint && <Text c="dimmed">{hint}</Text>}
      <div style={{ marginTop: 12 }}>{children}</div>
    </Paper>
  )
}

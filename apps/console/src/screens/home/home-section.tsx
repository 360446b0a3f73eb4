import { Anchor, Group, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import classes from './home.module.css'

type Props = {
  title: string
  /** Shown instead of the content if there is nothing to act on. */
  none?: string | false
  /** The list with all of it. */
  all?: { href: string; label: string }
  children: ReactNode
}

/** A part of the start page. */
export function HomeSection({ title, none, all, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} id={id}>
          {title}
        </Title>
        {all && (
          <Anchor component={Link} href={all.href} fz="sm">
            {all.label}
          </Anchor>
        )}
      </Group>
      {none ? (
        <Group gap={8} wrap="nowrap" className={classes.none}>
          <IconCircleCheck size={18} aria-hidden />
          <Text c="dimmed">{none}</Text>
        </Group>
      ) : (
        children
      )}
    </section>
  )
}

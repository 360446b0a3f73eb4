import { Group, Paper, Text, ThemeIcon, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useId } from 'react'
import classes from './setup-steps.module.css'

/** The steps that are left until someone can begin. The children are `SetupStep`s. */
export function SetupSteps({
  title,
  intro,
  children
}: {
  title: string
  intro: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <Paper withBorder component="section" aria-labelledby={id} p="md">
      <Title order={2} id={id}>
        {title}
      </Title>
      <Text c="dimmed">{intro}</Text>
      <ol className={classes.steps}>{children}</ol>
    </Paper>
  )
}

type StepProps = {
  icon: ComponentType<{ size?: number; stroke?: number }>
  isDone: boolean
  /** Said of a step that is done. */
  doneText: string
  title: string
  text: string
  /** The buttons. */
  children: ReactNode
}

/** One step. Its text and buttons are shown until it is done. */
export function SetupStep({ icon, isDone, doneText, title, text, children }: StepProps) {
  const Icon = isDone ? IconCheck : icon
  return (
    <li className={classes.step}>
      <ThemeIcon variant="light" size={36} radius="xl" aria-hidden color={isDone ? 'green' : 'brand'}>
        <Icon size={20} stroke={1.7} />
      </ThemeIcon>
      <div>
        <Title order={3}>
          {title}
          {isDone && ` (${doneText.toLowerCase()})`}
        </Title>
        {!isDone && (
          <>
            <Text c="dimmed">{text}</Text>
            <Group gap="xs" mt="xs">
              {children}
            </Group>
          </>
        )}
      </div>
    </li>
  )
}

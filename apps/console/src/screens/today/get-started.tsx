import { Button, Group, Paper, Text, ThemeIcon, Title } from '@mantine/core'
import { IconCheck, IconPackage, IconTruckDelivery } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { todayTexts } from '../../texts/today.ts'
import classes from './today.module.css'
import type { Setup } from './use-today.ts'

/** What a new vendor has to do before anything can be sold. Shows nothing when it is done. */
export function GetStarted({ setup: { hasProducts, hasMethods } }: { setup: Setup }) {
  const { canWrite } = useSignedIn()
  if (hasProducts && hasMethods) return null
  return (
    <Paper withBorder component="section" aria-labelledby="start" p="md">
      <Title order={2} id="start">
        {todayTexts.start}
      </Title>
      <Text c="dimmed">{todayTexts.startIntro}</Text>
      <ol className={classes.steps}>
        <Step
          icon={IconPackage}
          isDone={hasProducts}
          title={todayTexts.products}
          text={canWrite ? todayTexts.productsHint : `${todayTexts.productsHint} ${todayTexts.askEditor}`}
        >
          {canWrite && (
            <>
              <Button component={Link} href="/products/new" size="xs">
                {todayTexts.createProduct}
              </Button>
              <Button component={Link} href="/imports/new" size="xs" variant="default">
                {todayTexts.importProducts}
              </Button>
            </>
          )}
        </Step>
        <Step
          icon={IconTruckDelivery}
          isDone={hasMethods}
          title={todayTexts.methods}
          text={canWrite ? todayTexts.methodsHint : `${todayTexts.methodsHint} ${todayTexts.askEditor}`}
        >
          {canWrite && (
            <Button component={Link} href="/shipping-methods" size="xs" variant="default">
              {todayTexts.addMethod}
            </Button>
          )}
        </Step>
      </ol>
    </Paper>
  )
}

type StepProps = {
  icon: ComponentType<{ size?: number; stroke?: number }>
  isDone: boolean
  title: string
  text: string
  children: ReactNode
}

function Step({ icon, isDone, title, text, children }: StepProps) {
  const Icon = isDone ? IconCheck : icon
  return (
    <li className={classes.step}>
      <ThemeIcon variant="light" size={36} radius="xl" aria-hidden color={isDone ? 'green' : 'brand'}>
        <Icon size={20} stroke={1.7} />
      </ThemeIcon>
      <div>
        <Title order={3}>
          {title}
          {isDone && ` (${todayTexts.done.toLowerCase()})`}
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

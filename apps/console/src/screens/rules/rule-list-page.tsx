import { Button, Paper, Skeleton, Stack } from '@mantine/core'
import { IconGavel, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { rulesTexts } from '../../texts/rules.ts'
import { t } from '../../texts/texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Page } from '../../ui/page.tsx'
import { ApplyDialog } from './apply-dialog.tsx'
import { RuleList } from './rule-list.tsx'
import { useRules } from './use-rules.ts'

/** The list of all approval rules, in the order in which they are tried. */
export function RuleListPage() {
  const { canWrite } = useSignedIn()
  const { data: list, error, refetch } = useRules()
  const [isApplying, setApplying] = useState(false)
  const hasRules = list !== undefined && list.rules.length > 0
  const actions = canWrite && (
    <>
      {hasRules && (
        <Button variant="default" onClick={() => setApplying(true)}>
          {rulesTexts.apply.open}
        </Button>
      )}
      <NewRuleButton />
    </>
  )
  return (
    <Page title={t.navigation.rules} intro={rulesTexts.intro} actions={actions}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!list && !error && <Loading />}
      {list && (hasRules ? <RuleList list={list} /> : <NoRules />)}
      {list && (
        <ApplyDialog
          opened={isApplying}
          onClose={() => setApplying(false)}
          hasActive={list.rules.some(({ isActive }) => isActive)}
        />
      )}
    </Page>
  )
}

function NewRuleButton() {
  return (
    <Button component={Link} href="/rules/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {rulesTexts.new}
    </Button>
  )
}

function NoRules() {
  const { canWrite } = useSignedIn()
  return (
    <Paper withBorder>
      <Empty icon={IconGavel} title={rulesTexts.empty} text={rulesTexts.emptyDetail}>
        {canWrite && <NewRuleButton />}
      </Empty>
    </Paper>
  )
}

function Loading() {
  return (
    <Stack aria-hidden>
      <Skeleton height={84} radius="md" />
      <Paper withBorder p="md">
        <Stack gap="lg">
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} height={68} />
          ))}
        </Stack>
      </Paper>
    </Stack>
  )
}

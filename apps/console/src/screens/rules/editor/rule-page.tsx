import { Button, Skeleton, Stack } from '@mantine/core'
import { BadRequest, NotFound } from '@purveyor/client'
import { IconGavel } from '@tabler/icons-react'
import { Link, Redirect } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { rulesTexts } from '../../../texts/rules.ts'
import { t } from '../../../texts/texts.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Page } from '../../../ui/page.tsx'
import { useRule, useRules } from '../use-rules.ts'
import { RuleDetails } from './rule-details.tsx'
import { RuleEditor } from './rule-editor.tsx'

/** The page of a new rule. */
export function NewRulePage() {
  const { canWrite } = useSignedIn()
  const { data: list, error, refetch } = useRules()
  if (!canWrite) return <Redirect to="/rules" replace />
  if (list) return <RuleEditor rules={list.rules} />
  return <NotReady error={error} onRetry={() => void refetch()} />
}

/** The page of an existing rule: a form, or only its content for those who may not change it. */
export function EditRulePage({ id }: { id: string }) {
  const { canWrite } = useSignedIn()
  const list = useRules()
  const rule = useRule(id)
  // An id that isn't a UUID is a bad request. A rule that is deleted while it is edited stays, with what was typed.
  if (!rule.data && (rule.error instanceof NotFound || rule.error instanceof BadRequest)) return <Missing />
  if (rule.data && list.data) {
    const Content = canWrite ? RuleEditor : RuleDetails
    return <Content rule={rule.data} rules={list.data.rules} />
  }
  const failed = [rule, list].find(({ error }) => error)
  return <NotReady error={failed?.error} onRetry={() => void failed?.refetch()} />
}

function Missing() {
  return (
    <Page title={t.navigation.rules}>
      <Empty icon={IconGavel} title={rulesTexts.deleted} text={rulesTexts.deletedDetail}>
        <Button component={Link} href="/rules" variant="default">
          {rulesTexts.all}
        </Button>
      </Empty>
    </Page>
  )
}

function NotReady({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Page title={t.navigation.rules}>
      {error ? (
        <ErrorAlert error={error} onRetry={onRetry} />
      ) : (
        <Stack aria-hidden>
          <Skeleton height={130} />
          <Skeleton height={240} />
          <Skeleton height={150} />
        </Stack>
      )}
    </Page>
  )
}

import { Alert, Button, Group, Text } from '@mantine/core'
import type { ApprovalRule } from '@purveyor/client'
import { useEffect, useRef } from 'react'
import { t } from '../../../texts/texts.ts'
import { useLastActor } from '../../../ui/use-last-actor.ts'
import type { RuleField } from './rule-form.ts'
import type { useRuleDraft } from './use-rule-draft.ts'

type Props = { rule: ApprovalRule; draft: ReturnType<typeof useRuleDraft> }

/** Says that someone else has changed the rule, and asks which version to go on with. */
export function ConflictAlert({ rule, draft }: Props) {
  const who = useLastActor(rule, { type: 'approval_rule.updated' })
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It returns a promise in newer browsers.
    void alert.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <Alert
      ref={alert}
      color="amber"
      role="alert"
      title={t.rules.conflict.title(who ?? t.rules.conflict.someone)}
    >
      <Text>
        {t.rules.conflict.fields(draft.conflicts.map(labelOf))} {t.rules.conflict.kept}
      </Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={() => draft.resolve('current')}>
          {t.rules.conflict.theirs}
        </Button>
        <Button size="xs" variant="default" onClick={() => draft.resolve('mine')}>
          {t.rules.conflict.mine}
        </Button>
      </Group>
    </Alert>
  )
}

function labelOf(field: RuleField): string {
  return {
    name: t.rules.form.name,
    isActive: t.rules.form.active,
    when: t.rules.form.conditions,
    then: t.rules.form.then,
    reasons: t.rules.form.reasons,
    samplePercent: t.rules.form.samples
  }[field].toLowerCase()
}

import { Badge, Grid, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import type { ApprovalRule } from '@purveyor/client'
import { useMemo } from 'react'
import { t } from '../../../texts/texts.ts'
import { formatPercent } from '../../../ui/format.ts'
import { Page } from '../../../ui/page.tsx'
import { DecisionBadge } from '../decision-badge.tsx'
import { describeConditions } from '../describe-conditions.ts'
import { useWording } from '../use-names.ts'
import { BackLink } from './back-link.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { formOf } from './rule-form.ts'
import { useFormPreview } from './use-form-preview.ts'

/** A rule for those who may not change it. */
export function RuleDetails({ rule, rules }: { rule: ApprovalRule; rules: ApprovalRule[] }) {
  const wording = useWording([rule.when])
  const form = useMemo(() => formOf(rule), [rule])
  const preview = useFormPreview(form, { id: rule.id, rules })
  const { withoutWords = [] } = rule.when
  return (
    <Page title={rule.name} intro={<BackLink />} size="xl">
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Paper withBorder p="lg">
            <Stack>
              <Group gap="xs">
                <Badge color={rule.isActive ? 'brand' : 'gray'}>
                  {rule.isActive ? t.rules.on : t.rules.off}
                </Badge>
                <DecisionBadge decision={rule.then} />
                {rule.samplePercent > 0 && (
                  <Text c="dimmed">{t.rules.samples(formatPercent(rule.samplePercent / 100))}</Text>
                )}
              </Group>
              <Text>{describeConditions(rule.when, wording)}.</Text>
              {withoutWords.length > 0 && (
                <Part title={t.rules.condition.withoutWords.label} items={withoutWords} />
              )}
              {rule.reasons.length > 0 && (
                <Part title={t.rules.form.reasons} items={rule.reasons.map(({ text }) => text)} />
              )}
            </Stack>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <PreviewPane preview={preview} />
        </Grid.Col>
      </Grid>
    </Page>
  )
}

function Part({ title, items }: { title: string; items: string[] }) {
  return (
    <div>
      <Title order={2} fz="sm" mb={4}>
        {title}
      </Title>
      <List>
        {items.map((item) => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
    </div>
  )
}

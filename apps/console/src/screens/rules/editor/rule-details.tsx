import { Badge, Grid, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import type { ApprovalRule } from '@purveyor/client'
import { useMemo } from 'react'
import { rulesTexts } from '../../../texts/rules.ts'
import { t } from '../../../texts/texts.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { pathText } from '../../../ui/category-paths.ts'
import { formatPercent } from '../../../ui/format.ts'
import { nameOr } from '../../../ui/name-or.ts'
import { Page } from '../../../ui/page.tsx'
import { useCategories } from '../../../ui/use-categories.ts'
import { useVendorNames } from '../../../ui/use-vendors.ts'
import { DecisionBadge } from '../decision-badge.tsx'
import { describeConditions, maxNamed } from '../describe-conditions.ts'
import { useWording } from '../use-wording.ts'
import { PreviewPane } from './preview-pane.tsx'
import { formOf } from './rule-form.ts'
import { useFormPreview } from './use-form-preview.ts'

/** A rule for those who may not change it. */
export function RuleDetails({ rule, rules }: { rule: ApprovalRule; rules: ApprovalRule[] }) {
  const wording = useWording([rule.when])
  const form = useMemo(() => formOf(rule), [rule])
  const preview = useFormPreview(form, { id: rule.id, rules })
  return (
    <Page title={rule.name} intro={<BackLink href="/rules">{rulesTexts.all}</BackLink>}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Paper withBorder p="lg">
            <Stack>
              <Group gap="xs">
                <Badge color={rule.isActive ? 'brand' : 'gray'}>
                  {rule.isActive ? rulesTexts.on : rulesTexts.off}
                </Badge>
                <DecisionBadge decision={rule.then} />
                {rule.samplePercent > 0 && (
                  <Text c="dimmed">{rulesTexts.samples(formatPercent(rule.samplePercent / 100))}</Text>
                )}
              </Group>
              <Text>{describeConditions(rule.when, wording)}.</Text>
              <LongLists rule={rule} />
              {rule.reasons.length > 0 && (
                <Part title={rulesTexts.form.reasons} items={rule.reasons.map(({ text }) => text)} />
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

/** The vendors, categories and words that the sentence only counts. */
function LongLists({ rule: { when } }: { rule: ApprovalRule }) {
  const { vendorIds = [], categoryIds = [], withoutWords = [] } = when
  const vendors = useVendorNames(vendorIds)
  const { data: paths } = useCategories()
  const categoryOf = (id: string) => {
    const path = paths?.get(id)
    return path ? pathText(path) : nameOr(paths && null, t.names.category)
  }
  const lists = [
    {
      name: 'vendorIds',
      items: vendorIds.map((id) => nameOr(vendors.get(id), t.names.vendor))
    },
    {
      name: 'categoryIds',
      items: categoryIds.map(categoryOf)
    },
    { name: 'withoutWords', items: withoutWords }
  ] as const
  return lists
    .filter(({ items }) => items.length > maxNamed + 1)
    .map(({ name, items }) => <Part key={name} title={rulesTexts.condition[name].label} items={items} />)
}

function Part({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <Title order={2} fz="sm" mb={4}>
        {title}
      </Title>
      <List>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two deleted vendors have the same text
          <List.Item key={index}>{item}</List.Item>
        ))}
      </List>
    </div>
  )
}

import { Button, Collapse, Group, Paper, Text, Title } from '@mantine/core'
import type { PendingRevision, Product } from '@purveyor/client'
import { moderatedFields } from '@purveyor/client/fields'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { productTexts } from '../../../texts/product.ts'
import { Ago } from '../../../ui/ago.tsx'
import { fieldName } from '../../../ui/field-name.ts'
import { StagedValues } from '../../../ui/products/staged-values.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

type Props = { product: Product; revision: PendingRevision }

/** The values that wait for approval, beside those that customers see. */
export function StagedEdits({ product, revision }: Props) {
  const { canWrite } = useSignedIn()
  const [isOpen, setOpen] = useState(true)
  const [isWithdrawing, setWithdrawing] = useState(false)
  const texts = productTexts.staged
  const fields = moderatedFields.filter((field) => field in revision)
  const { pendingRevisionSubmittedAt: submittedAt } = product
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="staged-edits">
      <Group justify="space-between" align="flex-start" gap="xs">
        <div>
          <Title order={2} fz="md" id="staged-edits">
            {texts.title(fields.map(fieldName))}
          </Title>
          <Text c="dimmed">
            {texts.effect} {submittedAt && <Ago time={String(submittedAt)} />}
          </Text>
        </div>
        <Group gap="xs">
          <Button variant="subtle" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? texts.hide : texts.show}
          </Button>
          {canWrite && (
            <Button variant="default" size="xs" onClick={() => setWithdrawing(true)}>
              {texts.withdraw}
            </Button>
          )}
        </Group>
      </Group>
      <Collapse expanded={isOpen} transitionDuration={0}>
        <StagedValues product={product} revision={revision} />
      </Collapse>
      <WithdrawDialog
        product={product}
        fields={fields.map(fieldName)}
        isOpen={isWithdrawing}
        onClose={() => setWithdrawing(false)}
      />
    </Paper>
  )
}

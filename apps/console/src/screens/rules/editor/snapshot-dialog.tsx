import { Badge, Group, List, Modal, Skeleton, Stack, Text } from '@mantine/core'
import type { ModerationSnapshot } from '@purveyor/client'
import { rulesTexts } from '../../../texts/rules.ts'
import { t } from '../../../texts/texts.ts'
import { useDefinedFields } from '../../../ui/attributes/use-attribute-definitions.ts'
import { wording } from '../../../ui/attributes/wording.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { readHtml } from '../../../ui/html/read-html.ts'
import { useVendorNames } from '../../../ui/use-vendors.ts'
import classes from './editor.module.css'
import { type SnapshotValue, snapshotValues } from './snapshot-values.ts'
import { actorOf, nameIn, useSnapshot } from './use-snapshot.ts'

/** Shows what was judged in a decision of a person. Without an id, it is closed. */
export function SnapshotDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { data: snapshot, error, refetch } = useSnapshot(id)
  const title = snapshot ? (nameIn(snapshot) ?? rulesTexts.preview.noName) : t.names.vendor.loading
  return (
    <Modal opened={id !== null} onClose={onClose} size="xl" title={<bdi>{title}</bdi>}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {snapshot && <Content snapshot={snapshot} />}
      {!snapshot && !error && <Skeleton height={240} aria-hidden />}
    </Modal>
  )
}

function Content({ snapshot }: { snapshot: ModerationSnapshot }) {
  const { kind, vendorId, decision, decidedBy, decidedAt, reasons } = snapshot
  const vendor = useVendorNames([vendorId]).get(vendorId)
  const { fields } = useDefinedFields()
  const isRejected = decision === 'REJECTED' || decision === 'HIDDEN'
  return (
    <Stack>
      <Group gap="xs">
        <Badge color={isRejected ? 'red' : 'green'}>
          {rulesTexts.snapshot.decided(rulesTexts.preview.decided[decision])}
        </Badge>
        <Text c="dimmed">
          {[
            actorOf(decidedBy),
            formatDateTime(decidedAt),
            vendor,
            kind !== 'CHANGE' && rulesTexts.kinds[kind]
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
      {reasons.length > 0 && (
        <div>
          <Text fw={600}>{rulesTexts.snapshot.reasons}</Text>
          <List>
            {reasons.map(({ pointer, text }) => (
              <List.Item key={`${pointer} ${text}`}>{text}</List.Item>
            ))}
          </List>
        </div>
      )}
      <Values
        values={snapshotValues(
          snapshot,
          { fields: t.fields, rules: rulesTexts },
          (html) => readHtml(html).text,
          { fields, wording }
        )}
        isNew={kind === 'PRODUCT'}
      />
    </Stack>
  )
}

function Values({ values, isNew }: { values: SnapshotValue[]; isNew: boolean }) {
  const texts = rulesTexts.snapshot
  const live = { key: 'live', label: texts.live, cell: (row: SnapshotValue) => <Value text={row.live} /> }
  return (
    <DataTable
      label={texts.values}
      rows={values}
      keyOf={({ field }) => field}
      columns={[
        { key: 'field', label: texts.field, width: 130, cell: ({ label }) => label },
        ...(isNew ? [] : [live]),
        { key: 'proposed', label: texts.proposed, cell: ({ proposed }) => <Value text={proposed} /> }
      ]}
    />
  )
}

function Value({ text }: { text: string | undefined }) {
  return (
    <Text inherit className={classes.value} c={text === rulesTexts.snapshot.nothing ? 'dimmed' : undefined}>
      {text}
    </Text>
  )
}

import { Alert, List, Stack, Text } from '@mantine/core'
import type { AttributePreview } from '@purveyor/client'
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { DataTable } from '../../data-table.tsx'
import { formatNumber } from '../../format.ts'
import { useDefinedFields } from '../use-attribute-definitions.ts'

const texts = attributeEditorTexts.preview
const maxVendors = 10
const maxExamples = 4

type Props = { result: AttributePreview; isLater: boolean }

/** How many products of which vendors would get issues. */
export function PreviewResult({ result, isLater }: Props) {
  const { checked, affected, withoutIssuesNow, vendorCount } = result
  if (affected === 0) {
    return (
      <Alert color="green" icon={<IconCircleCheck size={18} aria-hidden />}>
        {texts.none(checked)}
      </Alert>
    )
  }
  return (
    <Stack gap="sm">
      <Alert
        color="amber"
        icon={<IconInfoCircle size={18} aria-hidden />}
        title={texts.affected(affected, vendorCount)}
      >
        <Text>{texts.effect}</Text>
        {isLater && <Text mt={4}>{texts.later}</Text>}
      </Alert>
      <Vendors result={result} />
      <Examples result={result} />
      <Text c="dimmed" fz="sm">
        {texts.detail(checked, affected, withoutIssuesNow)}
      </Text>
    </Stack>
  )
}

function Vendors({ result: { vendors, vendorCount } }: { result: AttributePreview }) {
  const shown = vendors.slice(0, maxVendors)
  return (
    <>
      <DataTable
        label={texts.vendors}
        rows={shown}
        keyOf={({ id }) => id}
        isNarrow
        columns={[
          { key: 'vendor', label: texts.vendor, cell: ({ name }) => <bdi>{name}</bdi> },
          {
            ...{ key: 'products', label: texts.products, isNumber: true },
            cell: ({ products }) => formatNumber(products)
          }
        ]}
      />
      {vendorCount > shown.length && (
        <Text c="dimmed" fz="sm">
          {texts.moreVendors(vendorCount - shown.length)}
        </Text>
      )}
    </>
  )
}

/** The kinds of issues that the examples have. */
function Examples({ result: { examples } }: { result: AttributePreview }) {
  const { fields } = useDefinedFields()
  const issues = examples.flatMap(({ issues: ofProduct }) =>
    ofProduct.map(({ pointer, code, message }) => {
      const name = pointer.split('/').at(-1) ?? ''
      const label = fields.find((field) => field.code === name)?.label ?? name
      return code === 'REQUIRED' ? texts.missing(label) : texts.wrong(label, message)
    })
  )
  return (
    <div>
      <Text fz="sm" c="dimmed">
        {texts.examples}
      </Text>
      <List size="sm">
        {[...new Set(issues)].slice(0, maxExamples).map((issue) => (
          <List.Item key={issue}>{issue}</List.Item>
        ))}
      </List>
    </div>
  )
}

import { Paper, Stack, Text, Title } from '@mantine/core'
import type { Product } from '@purveyor/client'
import { diffWordsWithSpace } from 'diff'
import { productTexts } from '../../../texts/product.ts'
import { Ago } from '../../../ui/ago.tsx'
import { fieldName } from '../../../ui/field-name.ts'
import { describeValue } from '../../../ui/products/history/describe-value.ts'
import classes from './status.module.css'

/** The values that the marketplace has corrected while they waited for approval, as differences from the vendor's. */
export default function Corrections({ product }: { product: Product }) {
  const texts = productTexts.corrections
  const variants = new Map(product.variants.map(({ id, name, sku }) => [id, name || sku]))
  const [first] = product.corrections
  if (!first) return null
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="corrections">
      <Title order={2} fz="md" id="corrections">
        {product.pendingRevision || product.status === 'PENDING_APPROVAL' ? texts.waits : texts.decided}
      </Title>
      <Text c="dimmed">
        {texts.since} <Ago time={first.correctedAt} />. {texts.effect}
      </Text>
      <Stack mt="md">
        {product.corrections.map(({ field, variantId, vendorValue, correctedValue }) => (
          <div key={`${variantId} ${field}`}>
            <Text fw={600} fz="sm" mb={4}>
              {variantId
                ? texts.ofVariant(fieldName(field), variants.get(variantId) ?? texts.deletedVariant)
                : fieldName(field)}
            </Text>
            <Difference before={textOf(field, vendorValue)} after={textOf(field, correctedValue)} />
          </div>
        ))}
      </Stack>
    </Paper>
  )
}

/** Texts are shown in full: HTML as its source, because its tags may be what was corrected. */
function textOf(field: string, value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.join('\n')
  if (value !== null && typeof value === 'object') {
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${typeof one === 'string' ? one : JSON.stringify(one)}`)
      .join('\n')
  }
  return describeValue(field, value)
}

function Difference({ before, after }: { before: string; after: string }) {
  return (
    <div className={classes.difference}>
      {diffWordsWithSpace(before, after, { maxEditLength: 2000 })?.map(({ value, added, removed }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
        if (added) return <ins key={index}>{value}</ins>
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        if (removed) return <del key={index}>{value}</del>
        return value
      }) ?? (
        <>
          <del>{before}</del>
          {'\n'}
          <ins>{after}</ins>
        </>
      )}
    </div>
  )
}

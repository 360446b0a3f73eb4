import { Badge, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import type { PlatformProduct } from '@purveyor/client'
import type { ReactNode } from 'react'
import { platformProductsTexts } from '../../../texts/platform-products.ts'
import { compareAttributes } from '../../attributes/attribute-text.ts'
import { useShownFields } from '../../attributes/use-attribute-fields.ts'
import { wording } from '../../attributes/wording.ts'
import { Details } from '../../details.tsx'
import { fieldName } from '../../field-name.ts'
import { formatDateTime, formatMoney, formatNumber } from '../../format.ts'
import { Rendered } from '../../html/rendered.tsx'
import { useCurrency } from '../../use-units.ts'
import { imagesOf } from '../image-order.ts'
import { Thumbnails } from '../staged-values.tsx'

/** The live values of a product. */
export function ProductValues({ product }: { product: PlatformProduct }) {
  const texts = platformProductsTexts.drawer
  const images = imagesOf({ ...product, pendingRevision: null })
  const named = (terms: readonly { name: string }[]) => texts.listed(terms.map(({ name }) => name))
  return (
    <Stack gap="lg">
      {images.length > 0 ? (
        <Thumbnails product={product} images={images} />
      ) : (
        <Text c="dimmed">{texts.noImages}</Text>
      )}
      <Variants product={product} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Details
          rows={[
            [fieldName('sku'), product.sku],
            [fieldName('brand'), product.brand],
            [fieldName('categories'), named(product.categories)],
            [fieldName('collections'), named(product.collections)],
            [fieldName('tags'), named(product.tags)]
          ]}
        />
        <Details
          rows={[
            [fieldName('manufacturer'), product.manufacturer],
            [fieldName('countryOfOrigin'), product.countryOfOrigin],
            [fieldName('warranty'), product.warranty],
            [texts.created, formatDateTime(String(product.createdAt))]
          ]}
        />
      </SimpleGrid>
      <Details
        rows={[
          [fieldName('shortDescription'), product.shortDescription],
          [
            fieldName('description'),
            product.description && <Rendered html={product.description} label={texts.rendered} />
          ],
          [fieldName('keyFeatures'), product.keyFeatures.length > 0 && <List items={product.keyFeatures} />],
          ...useAttributeRows(product),
          [
            fieldName('documents'),
            product.documents.length > 0 && <List items={product.documents.map(({ title }) => title)} />
          ]
        ]}
      />
    </Stack>
  )
}

function useAttributeRows({ attributes, categories }: PlatformProduct): [string, ReactNode][] {
  const { product: fields } = useShownFields(categories.map(({ id }) => id))
  return compareAttributes({ fields, wording }, {}, attributes).map(({ label, after }) => [label, after])
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul style={{ margin: 0, paddingInlineStart: 18 }}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

function Variants({ product: { variants } }: { product: PlatformProduct }) {
  const { currency } = useCurrency()
  const texts = platformProductsTexts.drawer
  return (
    <Table.ScrollContainer
      minWidth={460}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': texts.variants } }}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{fieldName('sku')}</Table.Th>
            <Table.Th>{fieldName('name')}</Table.Th>
            <Table.Th ta="end">{fieldName('vendorPrice')}</Table.Th>
            <Table.Th ta="end">{fieldName('price')}</Table.Th>
            <Table.Th ta="end">{fieldName('stockOnHand')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {variants.map((variant) => (
            <Table.Tr key={variant.id}>
              <Table.Td>
                {variant.sku} {!variant.isActive && <Badge color="gray">{texts.inactive}</Badge>}
              </Table.Td>
              <Table.Td>{variant.name}</Table.Td>
              <Table.Td ta="end">{formatMoney(variant.vendorPrice, currency)}</Table.Td>
              <Table.Td ta="end">{formatMoney(variant.price, currency)}</Table.Td>
              <Table.Td ta="end">{formatNumber(variant.stockOnHand)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

import { Alert, Anchor, Button, Drawer, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { BadRequest, NotFound, type PlatformProduct } from '@purveyor/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { platformProductsTexts } from '../../../texts/platform-products.ts'
import { productTexts } from '../../../texts/product.ts'
import { Ago } from '../../ago.tsx'
import { ErrorAlert } from '../../error-alert.tsx'
import { ProductHistory } from '../history/product-history.tsx'
import { StatusBadge } from '../product-status.tsx'
import { ReasonList } from '../reason-list.tsx'
import { rejectionOf } from '../reasons.ts'
import { StagedValues } from '../staged-values.tsx'
import { ProductValues } from './product-values.tsx'
import { VisibilityDialog } from './visibility-dialog.tsx'

type Props = {
  id: string
  onClose(): void
  /** Called when the product was hidden or published. */
  onChanged(): void
}

/** A product of any vendor: its live values, what waits for approval, and its history. */
export function ProductDrawer({ id, onClose, onChanged }: Props) {
  const { purveyor, canWrite } = useSignedIn()
  const queries = useQueryClient()
  const key = ['platform-product', id]
  const {
    data: product,
    error,
    refetch
  } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => purveyor.platform.products.get(id, { signal })
  })
  const [isAsking, setAsking] = useState(false)
  const texts = platformProductsTexts
  const isMissing = error instanceof NotFound || error instanceof BadRequest
  const changed = (changedProduct: PlatformProduct) => {
    queries.setQueryData(key, changedProduct)
    void queries.invalidateQueries({ queryKey: ['product-history', id] })
    onChanged()
  }
  return (
    <Drawer
      opened
      position="right"
      size={720}
      title={product?.name ?? texts.drawer.product}
      closeButtonProps={{ 'aria-label': texts.drawer.close }}
      onClose={onClose}
    >
      {!product && isMissing && <Text c="dimmed">{texts.drawer.missing}</Text>}
      {!product && error && !isMissing && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!product && !error && <Skeleton h={480} />}
      {product && (
        <Stack>
          <Group justify="space-between" gap="sm">
            <Group gap="xs">
              <StatusBadge product={product} />
              <Anchor component={Link} href={`/vendors/${product.vendorId}`} underline="always">
                {product.vendor.name}
              </Anchor>
              <Text c="dimmed">
                {texts.drawer.updated} <Ago time={product.updatedAt} />
              </Text>
            </Group>
            {canWrite && (product.status === 'PUBLISHED' || product.status === 'HIDDEN') && (
              <Button variant="default" size="xs" onClick={() => setAsking(true)}>
                {product.status === 'PUBLISHED' ? texts.hide.action : texts.publish.action}
              </Button>
            )}
          </Group>
          <Waiting product={product} />
          <Rejection product={product} />
          <Tabs defaultValue="product" keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="product">{productTexts.tabs.product}</Tabs.Tab>
              <Tabs.Tab value="history">{productTexts.tabs.history}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="product">
              <ProductValues product={product} />
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <ProductHistory product={product} />
            </Tabs.Panel>
          </Tabs>
          {isAsking && (
            <VisibilityDialog product={product} onClose={() => setAsking(false)} onChanged={changed} />
          )}
        </Stack>
      )}
    </Drawer>
  )
}

/** Says what waits for approval, with a link to its entry of the review queue. */
function Waiting({ product }: { product: PlatformProduct }) {
  const { status, pendingRevision, id } = product
  const texts = platformProductsTexts.drawer
  const isProduct = status === 'PENDING_APPROVAL'
  if (!isProduct && !pendingRevision) return null
  return (
    <Alert color={isProduct ? 'amber' : 'blue'}>
      <Text>{isProduct ? texts.waitsProduct : texts.waitsEdits}</Text>
      <Anchor
        component={Link}
        href={`/queue?entry=${isProduct ? 'PRODUCT' : 'REVISION'}.${id}`}
        underline="always"
      >
        {texts.review}
      </Anchor>
      {pendingRevision && <StagedValues product={product} revision={pendingRevision} />}
    </Alert>
  )
}

function Rejection({ product }: { product: PlatformProduct }) {
  const rejection = rejectionOf(product)
  const texts = platformProductsTexts.drawer
  if (!rejection) return null
  return (
    <Alert color="red" title={product.status === 'DRAFT' ? texts.rejected : texts.editsRejected}>
      <ReasonList reasons={rejection.reasons} product={product} />
    </Alert>
  )
}

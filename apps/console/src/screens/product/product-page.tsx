import { Badge, Button, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { BadRequest, NotFound, type Product } from '@purveyor/client'
import { IconPackageOff } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { productTexts } from '../../texts/product.ts'
import { t } from '../../texts/texts.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { StatusBadge } from '../../ui/products/product-status.tsx'
import { useAddressState } from '../../ui/use-address-state.ts'
import { useIsShown } from '../../ui/use-is-shown.ts'
import { DeleteProduct } from './delete-product.tsx'
import { formOf } from './form/product-form.ts'
import { ProductEditor } from './product-editor.tsx'
import { StatusBanner } from './status/status-banner.tsx'
import { useProduct } from './use-product.ts'

const ProductHistory = lazy(async () => ({
  default: (await import('../../ui/products/history/product-history.tsx')).ProductHistory
}))
const Reviews = lazy(async () => ({ default: (await import('./reviews.tsx')).Reviews }))

const tabs = ['product', 'history', 'reviews'] as const

/** The page of a product: its form, its history and its reviews. */
export function ProductPage({ id }: { id: string }) {
  const { data: product, error, refetch } = useProduct(id)
  // An id that isn't a UUID is a bad request. A product that is deleted while it is edited stays, with what was typed.
  if (product) return <Loaded product={product} />
  if (error instanceof NotFound || error instanceof BadRequest) return <Missing />
  return (
    <Page title={productTexts.title} intro={<BackLink href="/products">{productTexts.all}</BackLink>}>
      {error ? <ErrorAlert error={error} onRetry={() => void refetch()} /> : <Loading />}
    </Page>
  )
}

function Loaded({ product }: { product: Product }) {
  const { canWrite } = useSignedIn()
  const [, navigate] = useLocation()
  const [isDeleting, setDeleting] = useState(false)
  const isShown = useIsShown()
  const [params, change] = useAddressState()
  const stored = useMemo(() => formOf(product), [product])
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'product'
  const texts = productTexts.tabs
  return (
    <Page
      title={product.name}
      intro={
        <Group gap="sm" mt={4} component="span">
          <BackLink href="/products">{productTexts.all}</BackLink>
          <StatusBadge product={product} />
        </Group>
      }
      actions={
        canWrite && (
          <Button variant="default" onClick={() => setDeleting(true)}>
            {t.actions.delete}
          </Button>
        )
      }
    >
      <Tabs
        value={tab}
        onChange={(value) => change({ tab: value === 'product' ? null : value })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="product">{texts.product}</Tabs.Tab>
          <Tabs.Tab value="history">{texts.history}</Tabs.Tab>
          <Tabs.Tab
            value="reviews"
            rightSection={<Badge color="gray">{formatNumber(product.totalReviews)}</Badge>}
          >
            {texts.reviews}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="product">
          <Stack>
            {!canWrite && <Text c="dimmed">{productTexts.readOnly}</Text>}
            <StatusBanner product={product} />
            <ProductEditor product={product} stored={stored} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <Suspense fallback={<Skeleton height={320} />}>
            <ProductHistory product={product} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="reviews">
          <Suspense fallback={<Skeleton height={200} />}>
            <Reviews product={product} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      <DeleteProduct
        product={product}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={() => isShown.current && navigate('/products', { replace: true })}
      />
    </Page>
  )
}

function Missing() {
  return (
    <Page title={productTexts.title} intro={<BackLink href="/products">{productTexts.all}</BackLink>}>
      <Empty icon={IconPackageOff} title={productTexts.missing} text={productTexts.missingDetail}>
        <Button component={Link} href="/products" variant="default">
          {productTexts.all}
        </Button>
      </Empty>
    </Page>
  )
}

function Loading() {
  return (
    <Stack aria-hidden>
      <Skeleton height={36} />
      <Skeleton height={72} />
      <Skeleton height={320} />
      <Skeleton height={220} />
    </Stack>
  )
}

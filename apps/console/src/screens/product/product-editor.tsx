import { Grid, Skeleton, Stack } from '@mantine/core'
import type { Product } from '@purveyor/client'
import { type KeyboardEvent, lazy, type ReactNode, type SubmitEvent, Suspense, useRef, useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { productTexts } from '../../texts/product.ts'
import { useAttributeFields } from '../../ui/attributes/use-attribute-fields.ts'
import { AttributeIssues } from './attributes/attribute-issues.tsx'
import { AttributesSection } from './attributes/attributes-section.tsx'
import { ConflictAlert } from './form/conflict-alert.tsx'
import { ProductFormContext } from './form/form-context.ts'
import type { ProductForm } from './form/product-form.ts'
import { SaveBar } from './form/save-bar.tsx'
import { useProductDraft } from './form/use-product-draft.ts'
import { useSaveProduct } from './form/use-save-product.ts'
import { useWarnings } from './form/value-warnings.ts'
import { ImagesSection } from './images/images-section.tsx'
import classes from './product-editor.module.css'
import { BasicsSection, DescriptionSection } from './sections/basics-section.tsx'
import { CodesSection } from './sections/codes-section.tsx'
import { DocumentsSection } from './sections/documents-section.tsx'
import { FeaturesSection } from './sections/features-section.tsx'
import { MetadataSection } from './sections/metadata-section.tsx'
import { OriginSection } from './sections/origin-section.tsx'
import { OtherSection } from './sections/other-section.tsx'
import { SearchSection } from './sections/search-section.tsx'
import { ShippingSection } from './sections/shipping-section.tsx'
import { TermsSection } from './sections/terms-section.tsx'
import { VideosSection } from './sections/videos-section.tsx'

const VariantsSection = lazy(async () => ({
  default: (await import('./variants/variants-section.tsx')).VariantsSection
}))

const nothing = () => undefined

type Props = {
  /** Undefined for a new product. */
  product?: Product
  stored: ProductForm
  onCreated?: (product: Product) => void
  /** Called when what was typed was discarded. */
  onDiscarded?: () => void
}

/** The form of a product. Viewers can read it. */
export function ProductEditor({ product, stored, onCreated = nothing, onDiscarded = nothing }: Props) {
  const { canWrite } = useSignedIn()
  const formRef = useRef<HTMLFormElement>(null)
  const draft = useProductDraft(product?.id ?? 'new', stored)
  const save = useSaveProduct({ product, draft, formRef, onCreated })
  const { form, change } = draft
  const fields = useAttributeFields(form.categoryIds)
  const warnings = useWarnings(product?.id)
  const [shown, setShown] = useState<{ pointer: string }>()
  const show = (pointer: string) => setShown({ pointer })
  const value = {
    ...{ product, form, faults: save.faults, warnings, isReadOnly: !canWrite },
    ...{ change, fields, shown, show }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    save.start()
  }
  return (
    <ProductFormContext value={value}>
      <form
        ref={formRef}
        onSubmit={submit}
        onKeyDown={keepInSearch}
        className={classes.form}
        data-read-only={!canWrite || undefined}
        noValidate
        aria-label={productTexts.title}
      >
        <Stack>
          {product && draft.conflicts.length > 0 && <ConflictAlert product={product} draft={draft} />}
          {product && <AttributeIssues product={product} />}
          {/* What is typed after the form was sent would be lost. */}
          <Stack inert={save.isPending}>
            <Columns
              main={
                <>
                  <BasicsSection />
                  <Suspense fallback={<Skeleton height={320} />}>
                    <VariantsSection />
                  </Suspense>
                  <DescriptionSection />
                  <ImagesSection />
                  <AttributesSection />
                  <FeaturesSection />
                  <DocumentsSection />
                  <VideosSection />
                </>
              }
              side={
                <>
                  <TermsSection />
                  <ShippingSection />
                  <OriginSection />
                  <OtherSection />
                  <CodesSection />
                  <SearchSection />
                  <MetadataSection />
                </>
              }
            />
          </Stack>
          {canWrite && <SaveBar product={product} draft={draft} save={save} onDiscarded={onDiscarded} />}
        </Stack>
      </form>
    </ProductFormContext>
  )
}

/** Enter in a search that has found nothing doesn't submit the form. */
function keepInSearch(event: KeyboardEvent<HTMLFormElement>) {
  const isSearch = event.target instanceof HTMLElement && event.target.role === 'combobox'
  if (event.key === 'Enter' && isSearch) event.preventDefault()
}

function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack>{main}</Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Stack>{side}</Stack>
      </Grid.Col>
    </Grid>
  )
}

import { Button, Collapse, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ModeratedField, PendingRevision, Product } from '@purveyor/client'
import { moderatedFields } from '@purveyor/client/fields'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { Ago } from '../../../ui/ago.tsx'
import { fieldName } from '../../../ui/field-name.ts'
import { ImageFile } from '../../../ui/image-file.tsx'
import { imagesOf, type ShownImage } from '../images/image-order.ts'
import { StagedAttributes } from './staged-attributes.tsx'
import classes from './status.module.css'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const Rendered = lazy(async () => ({ default: (await import('../sections/rendered.tsx')).Rendered }))

type Props = { product: Product; revision: PendingRevision }

/** The values that wait for approval, beside those that customers see. */
export function StagedEdits({ product, revision }: Props) {
  const { canWrite } = useSignedIn()
  const [isOpen, setOpen] = useState(true)
  const [isWithdrawing, setWithdrawing] = useState(false)
  const texts = t.productScreen.staged
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
        <Stack mt="md">
          {fields.map((field) => (
            <div key={field}>
              <Text fw={600} fz="sm" mb={4}>
                {fieldName(field)}
              </Text>
              <div className={classes.sides}>
                <Side title={texts.live}>
                  <Value product={product} field={field} />
                </Side>
                <Side title={texts.waits}>
                  <Value product={product} field={field} revision={revision} />
                </Side>
              </div>
            </div>
          ))}
        </Stack>
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

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.side}>
      <p className={classes.sideTitle}>{title}</p>
      {children}
    </div>
  )
}

type ValueProps = { product: Product; field: ModeratedField; revision?: PendingRevision }

function Value({ product, field, revision }: ValueProps) {
  const texts = t.productScreen.staged
  if (field === 'images') {
    const images = revision ? imagesOf(product) : imagesOf({ ...product, pendingRevision: null })
    return images.length > 0 ? <Thumbnails product={product} images={images} /> : <Nothing />
  }
  if (field === 'attributes') return <StagedAttributes product={product} isStaged={revision !== undefined} />
  const text = revision ? revision[field] : product[field]
  if (!text) return <Nothing />
  if (field !== 'description') return <Text style={{ whiteSpace: 'pre-line' }}>{text}</Text>
  return (
    <Suspense fallback={null}>
      <Rendered html={text} label={revision ? texts.renderedWaits : texts.renderedLive} />
    </Suspense>
  )
}

function Nothing() {
  return (
    <Text c="dimmed" fs="italic">
      {t.productScreen.staged.nothing}
    </Text>
  )
}

function Thumbnails({ product, images }: { product: Product; images: readonly ShownImage[] }) {
  return (
    <ul className={classes.images}>
      {images.map((image) => (
        <li key={image.id} className={classes.image}>
          <ImageFile productId={product.id} image={image} />
        </li>
      ))}
    </ul>
  )
}

import { Anchor, Grid, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { VendorFigures } from '@purveyor/client'
import { IconAlertTriangle, IconChevronRight, IconClockHour4, IconInbox } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'wouter'
import { vendorTexts } from '../../../texts/vendors.ts'
import { AddressLines, addressLines } from '../../../ui/address.tsx'
import { Details } from '../../../ui/details.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { formatDateTime, formatNumber } from '../../../ui/format.ts'
import { formatCounted, formatRate } from '../figures.ts'
import { useFigures, useWebhooksOf } from '../use-vendor-parts.ts'
import classes from '../vendors.module.css'
import { type Concern, useConcerns } from './use-concerns.ts'
import type { TabProps } from './vendor-page.tsx'

const texts = vendorTexts.overview

/** The figures of the vendor, what needs attention, and who it is. */
export function OverviewTab({ vendor, page }: TabProps) {
  const { id } = vendor
  const figures = useFigures(id)
  return page(
    <Stack gap="xl">
      {figures.error && <ErrorAlert error={figures.error} onRetry={() => void figures.refetch()} />}
      {!figures.error && <Figures vendorId={id} figures={figures.data} />}
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Attention vendorId={id} figures={figures.data} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }} className={classes.aside}>
          <Facts vendor={vendor} />
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

function Figures({ vendorId, figures }: { vendorId: string; figures: VendorFigures | undefined }) {
  if (!figures) return <Skeleton h={112} radius="md" aria-busy />
  const { publishedProducts, waiting, decisions, deadlines, lateOrders } = figures
  const waits = waiting.products + waiting.revisions + waiting.changes
  return (
    <section aria-label={texts.figures} className={classes.figures}>
      <Figure
        label={texts.publishedProducts}
        value={formatCounted(publishedProducts)}
        href={`/products?vendorId=${vendorId}&status=PUBLISHED`}
      />
      <Figure label={texts.waiting} value={formatCounted(waits)} href={`/queue?vendorId=${vendorId}`} />
      <Figure
        label={texts.rejectionRate}
        value={formatRate(decisions.rejectionRate)}
        detail={texts.ofDecisions(decisions.rejected, decisions.decided)}
      />
      <Figure
        label={texts.lateNow}
        value={formatNumber(lateOrders)}
        isBad={lateOrders > 0}
        href={`/orders?vendorId=${vendorId}&due=late`}
      />
      <Figure
        label={texts.lateShare}
        value={formatRate(deadlines.lateShare)}
        detail={texts.ofOrders(deadlines.late, deadlines.orders)}
      />
    </section>
  )
}

type FigureProps = { label: string; value: string; detail?: string; href?: string; isBad?: boolean }

function Figure({ label, value, detail, href, isBad }: FigureProps) {
  const content = (
    <>
      <Text span display="block" c="dimmed" fz="sm">
        {label}
      </Text>
      <span className={classes.figure} data-bad={isBad || undefined}>
        {value}
      </span>
      {detail && (
        <Text span display="block" c="dimmed" fz="xs">
          {detail}
        </Text>
      )}
    </>
  )
  return href ? <Link href={href}>{content}</Link> : <div>{content}</div>
}

const icons: Record<Concern['kind'], ComponentType<{ size?: number }>> = {
  late: IconAlertTriangle,
  failure: IconAlertTriangle,
  waiting: IconInbox,
  payment: IconClockHour4
}

function Attention({ vendorId, figures }: { vendorId: string; figures: VendorFigures | undefined }) {
  const concerns = useConcerns(vendorId, figures)
  return (
    <section aria-labelledby="attention">
      <Title order={2} fz="md" mb="sm" id="attention">
        {texts.attention}
      </Title>
      {!concerns && <Skeleton h={160} radius="md" aria-busy />}
      {concerns?.length === 0 && <Text c="dimmed">{texts.nothing}</Text>}
      {concerns && concerns.length > 0 && (
        <ul className={classes.attention}>
          {concerns.map(({ kind, text, href }) => {
            const Icon = icons[kind]
            return (
              <li key={href + text}>
                <Link href={href}>
                  <Icon size={18} aria-hidden />
                  <bdi>{text}</bdi>
                  <IconChevronRight size={16} aria-hidden />
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

function Facts({ vendor }: Pick<TabProps, 'vendor'>) {
  const { email, phone, website, address, commissionPercent, nextCommission, createdAt, id } = vendor
  const percent = (value: number) => vendorTexts.percent(formatNumber(value))
  return (
    <Stack gap="xl">
      <Part title={texts.contact}>
        <Details
          rows={[
            [vendorTexts.create.email, email && <Anchor href={`mailto:${email}`}>{email}</Anchor>],
            [vendorTexts.create.phone, phone],
            [
              vendorTexts.create.website,
              website && (
                <Anchor href={website} target="_blank" rel="noreferrer noopener">
                  {website}
                </Anchor>
              )
            ],
            [texts.address, addressLines(address).length > 0 && <AddressLines address={address} />],
            [texts.since, formatDateTime(createdAt)]
          ]}
        />
      </Part>
      <Part title={texts.terms}>
        <Details
          rows={[
            [
              vendorTexts.commission,
              <>
                {percent(commissionPercent)}
                {nextCommission && (
                  <Text c="dimmed" fz="sm">
                    {texts.nextCommission(
                      percent(nextCommission.commissionPercent),
                      formatDateTime(nextCommission.effectiveFrom)
                    )}
                  </Text>
                )}
              </>
            ]
          ]}
        />
      </Part>
      <Part title={texts.webhooks}>
        <Webhooks vendorId={id} />
      </Part>
    </Stack>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} fz="md" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  )
}

function Webhooks({ vendorId }: { vendorId: string }) {
  const { data } = useWebhooksOf(vendorId)
  if (!data) return <Skeleton h={20} aria-busy />
  if (data.length === 0) return <Text c="dimmed">{texts.noWebhooks}</Text>
  const count = (state: string) => data.filter((webhook) => webhook.state === state).length
  const lines = [
    [count('HEALTHY'), texts.healthyWebhooks],
    [count('FAILING'), texts.failingWebhooks],
    [count('STOPPED'), texts.stoppedWebhooks]
  ] as const
  return <>{lines.map(([number, text]) => number > 0 && <Text key={text(number)}>{text(number)}</Text>)}</>
}

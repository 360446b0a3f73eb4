import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { StateTabs } from '../../../ui/state-tabs.tsx'
import classes from './list.module.css'

/** For the operator: leads from its own webhooks to those of the vendors, and back. */
export function SideTabs({ active }: { active: 'own' | 'vendors' }) {
  const { side } = useSignedIn()
  if (side !== 'platform') return null
  return (
    <div className={classes.tabs}>
      <StateTabs
        label={t.webhooks.tabs.label}
        tabs={[
          { value: undefined, label: t.webhooks.tabs.own, count: null },
          { value: 'vendors', label: t.webhooks.tabs.vendors, count: null }
        ]}
        active={active === 'own' ? undefined : active}
        hrefOf={(value) => (value ? `/webhooks/${value}` : '/webhooks')}
      />
    </div>
  )
}

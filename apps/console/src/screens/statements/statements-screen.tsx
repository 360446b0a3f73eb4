import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { OpenPeriodPage } from './open-period-page.tsx'
import { StatementListPage } from './statement-list-page.tsx'
import { StatementPage } from './statement-page.tsx'
import { openId } from './use-statements.ts'

const AllVendorsPage = lazy(() => import('./operator/all-vendors-page.tsx'))

/**
 * What the marketplace owes a vendor: the list of its statements, one of them, and the period that is open. For the operator,
 * the statements of all vendors.
 */
export default function StatementsScreen() {
  const { side } = useSignedIn()
  return (
    <Switch>
      <Route path="/statements">
        {side === 'platform' ? (
          <Suspense>
            <AllVendorsPage />
          </Suspense>
        ) : (
          <StatementListPage />
        )}
      </Route>
      {side === 'vendor' && <Route path={`/statements/${openId}`} component={OpenPeriodPage} />}
      <Route path="/statements/:id">{({ id }) => <StatementPage key={id} id={id} />}</Route>
      <Route>
        <NotFound home="/statements" />
      </Route>
    </Switch>
  )
}

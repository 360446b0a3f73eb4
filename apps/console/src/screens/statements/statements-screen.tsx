import { Route, Switch } from 'wouter'
import { NotFound } from '../../ui/not-found.tsx'
import { OpenPeriodPage } from './open-period-page.tsx'
import { StatementListPage } from './statement-list-page.tsx'
import { StatementPage } from './statement-page.tsx'
import { openId } from './use-statements.ts'

/** What the marketplace owes a vendor: the list of its statements, one of them, and the period that is open. */
export default function StatementsScreen() {
  return (
    <Switch>
      <Route path="/statements" component={StatementListPage} />
      <Route path={`/statements/${openId}`} component={OpenPeriodPage} />
      <Route path="/statements/:id">{({ id }) => <StatementPage key={id} id={id} />}</Route>
      <Route>
        <NotFound home="/statements" />
      </Route>
    </Switch>
  )
}

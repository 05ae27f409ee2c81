package moirai.mockstore.sql.information;

import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.schema.Catalog;
import org.jspecify.annotations.Nullable;

/** A view whose rows are computed from the catalogue when they are requested. */
record CatalogView(Catalog catalog, Function<Catalog, List<List<Object>>> rows, List<Output> outputs)
        implements QueryPlan {

    CatalogView {
        outputs = List.copyOf(outputs);
    }

    @Override
    public Iterator<List<Object>> open(Execution execution, @Nullable PlanFrame outer) {
        return rows.apply(catalog).iterator();
    }
}

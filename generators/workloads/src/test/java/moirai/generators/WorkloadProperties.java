package moirai.generators;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.generators.arbitrary.WorkloadArbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class WorkloadProperties {

    @Property
    void parsingReadsBackWhatIsPrinted(@ForAll("workloads") Workload workload) {
        assertThat(Workload.parse(workload.toString())).isEqualTo(workload);
    }

    @Property
    void parsingReadsBackRecipesWithGroups(@ForAll("groups") Workload workload) {
        assertThat(Workload.parse(workload.toString())).isEqualTo(workload);
    }

    @Provide
    Arbitrary<Workload> groups() {
        return WorkloadArbitraries.grouped();
    }

    @Provide
    Arbitrary<Workload> workloads() {
        return WorkloadArbitraries.workloads();
    }
}

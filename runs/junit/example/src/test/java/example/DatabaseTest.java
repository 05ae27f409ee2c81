package example;

import static moirai.history.level.IsolationLevel.STRICT_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;

import moirai.junit.fuzzing.FuzzDatabase;
import moirai.junit.fuzzing.Fuzzing;

/** The simulated database keeps its promise. */
class DatabaseTest {

    @FuzzDatabase(product = "memory", expect = STRICT_SERIALIZABLE, transactions = 500)
    void isStrictSerializable(Fuzzing fuzzing) {
        assertThat(fuzzing.run().evidence().committed()).isPositive();
    }
}

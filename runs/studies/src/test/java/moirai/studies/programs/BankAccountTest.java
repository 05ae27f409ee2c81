package moirai.studies.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.studies.programs.withdrawal.BankAccount;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BankAccountTest {

    private final BankAccount bank = new BankAccount();

    @ParameterizedTest
    @EnumSource
    void nobodyTakesMoreThanThereIs(Engine engine) throws SQLException {
        try (Connection connection = engine.open(BankAccount.schema(), opened -> BankAccount.load(opened, 2))) {
            assertThat(bank.withdraw(connection, 1, 60)).isTrue();
            assertThat(bank.withdraw(connection, 1, 50)).isFalse();
            assertThat(bank.withdraw(connection, 1, 40)).isTrue();
            assertThat(bank.withdraw(connection, 3, 1)).isFalse();
            assertThat(Engine.number(connection, "SELECT balance FROM account WHERE acc_id = 1"))
                    .isZero();
            assertThat(Engine.number(connection, "SELECT balance FROM account WHERE acc_id = 2"))
                    .isEqualTo(100);
        }
    }
}

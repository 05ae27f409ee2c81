package moirai.programs.explored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientFormatTest {

    @Test
    void aTextIsReadLineByLine() {
        ClientProgram client = Applications.parse("file.txt", """
                # Two students, one place.
                application courseware

                rows student(1, unregistered); student(2, unregistered)
                rows course(1, open, 1)
                session enroll(1, 1); getEnrollments()
                session  enroll( 2 ,1 )
                """);

        assertThat(client.application()).isEqualTo("courseware");
        assertThat(client.rows()).hasSize(3);
        assertThat(client.sessions())
                .containsExactly(
                        List.of(Call.of("enroll", 1, 1), Call.of("getEnrollments")), List.of(Call.of("enroll", 2, 1)));
    }

    @Test
    void withoutRowsAProgramBeginsWithThoseOfThePaper() {
        ClientProgram client = Applications.parse("file.txt", "application courseware\nsession getEnrollments()\n");

        assertThat(client.rows()).isEqualTo(Applications.client("courseware-1").rows());
    }

    /** Each line is the second line of a text whose first line names an application. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            sessions getEnrollments() | 'sessions' is not known; expected 'application', 'rows', 'session' or '#'
            session getEnrollments    | 'getEnrollments' is not a call; expected name(argument, ...)
            session getEnrollments(); | '' is not a call; expected name(argument, ...)
            session enrol(1, 1)       | 'enrol' is not a transaction of courseware; expected one of enroll(student,
            session enroll(1)         | enroll(1) does not have the right arguments; expected enroll(student, course)
            session enroll(1, two)    | argument 2 of enroll(1, two): 'two' is not what is expected, a whole number
            rows lecture(1)           | 'lecture' is not a table of courseware; expected one of student(id,
            rows course(1, shut, 2)   | argument 2 of course(1, shut, 2): 'shut' is not what is expected, 'open' or
            application bank          | 'bank' is not an application; expected one of courseware, shoppingCart
            """)
    void aBadLineIsNamedWithWhatWouldBeAccepted(String line, String message) {
        assertThatThrownBy(() -> Applications.parse("file.txt", "application courseware\n" + line + "\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("file.txt:2: " + message);
    }

    @Test
    void amountsAndOrderLinesAreChecked() {
        assertThatThrownBy(() -> Applications.parse(
                        "file.txt", "application tpcc\nsession payment(1, 1, 2, Name, by id, 1.234)\n"))
                .hasMessage("file.txt:2: argument 6 of payment(1, 1, 2, Name, by id, 1.234): '1.234' is not what is"
                        + " expected, an amount with at most two decimals");
        assertThatThrownBy(() ->
                        Applications.parse("file.txt", "application tpcc\nsession createNewOrder(1, 1, 2, 3/0)\n"))
                .hasMessage("file.txt:2: argument 4 of createNewOrder(1, 1, 2, 3/0): '3/0' is not what is expected,"
                        + " 3 whole numbers with a slash between them");
    }

    @Test
    void sessionsNeedAnApplicationAndAProgramNeedsSessions() {
        assertThatThrownBy(() -> Applications.parse("file.txt", "session getEnrollments()\n"))
                .hasMessageStartingWith("file.txt:1: there is no application yet; expected a line 'application NAME'");
        assertThatThrownBy(() -> Applications.parse("file.txt", "application courseware\n"))
                .hasMessage("file.txt:1: there is no session; expected a line 'session CALL; CALL'");
    }
}

package moirai.studies.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.studies.programs.courseware.Courseware;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CoursewareTest {

    private final Courseware courseware = new Courseware();

    private static Connection open(Engine engine) throws SQLException {
        return engine.open(Courseware.schema(), connection -> Courseware.load(connection, 3));
    }

    @ParameterizedTest
    @EnumSource
    void aCourseTakesAsManyStudentsAsItHasPlaces(Engine engine) throws SQLException {
        try (Connection connection = open(engine)) {
            assertThat(courseware.enroll(connection, 1, 1)).isTrue();
            assertThat(courseware.enroll(connection, 1, 2)).isTrue();
            assertThat(courseware.enroll(connection, 1, 3)).isFalse();
            assertThat(courseware.enroll(connection, 9, 3)).isFalse();
            assertThat(courseware.enroll(connection, 2, 9)).isFalse();
            assertThat(Engine.number(connection, "SELECT COUNT(*) FROM enrolled"))
                    .isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesAreTakenOnce(Engine engine) throws SQLException {
        try (Connection connection = open(engine)) {
            assertThat(courseware.addCourse(connection, 4, "course 1", 5)).isFalse();
            assertThat(courseware.addCourse(connection, 4, "course 4", 5)).isTrue();
            assertThat(courseware.addStudent(connection, 4, "student 1")).isFalse();
            assertThat(courseware.addStudent(connection, 4, "student 4")).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void nobodyIsRemovedWhoIsEnrolled(Engine engine) throws SQLException {
        try (Connection connection = open(engine)) {
            courseware.enroll(connection, 1, 1);

            assertThat(courseware.removeCourse(connection, 1)).isFalse();
            assertThat(courseware.removeStudent(connection, 1)).isFalse();
            assertThat(courseware.removeCourse(connection, 2)).isTrue();
            assertThat(courseware.removeStudent(connection, 2)).isTrue();
            assertThat(courseware.removeCourse(connection, 2)).isFalse();
            assertThat(Engine.number(connection, "SELECT COUNT(*) FROM courses"))
                    .isEqualTo(2);
            assertThat(Engine.number(connection, "SELECT COUNT(*) FROM students"))
                    .isEqualTo(2);
        }
    }
}

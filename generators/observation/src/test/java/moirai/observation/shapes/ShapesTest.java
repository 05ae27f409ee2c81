package moirai.observation.shapes;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.CascadeType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.observation.txns.Arguments;
import moirai.observation.txns.Parameter;
import moirai.observation.txns.TextForm;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Entities that exist or are new, with parts, in repositories with a type variable for them. */
class ShapesTest {

    @Retention(RetentionPolicy.RUNTIME)
    @interface Pattern {
        String regexp();
    }

    @NullUnmarked
    static class Kind {
        @Id
        @GeneratedValue
        Integer id;
    }

    @NullUnmarked
    static class Pet {
        @Id
        @GeneratedValue
        Integer id;

        @ManyToOne
        Kind kind;
    }

    @NullUnmarked
    static class Owner {
        @Id
        @GeneratedValue
        Integer id;

        @Pattern(regexp = "\\d{7}")
        String telephone;

        @OneToMany(cascade = CascadeType.ALL)
        final List<Pet> pets = new ArrayList<>();
    }

    interface Repository<T> {
        <S extends T> S save(S entity);
    }

    interface Owners extends Repository<Owner> {}

    private static Shape shape() throws NoSuchMethodException {
        Optional<Shape> shape = new Shapes(TypeArguments.of(Owners.class))
                .of(Repository.class.getMethod("save", Object.class).getParameters()[0]);
        return shape.orElseThrow();
    }

    @Test
    void propertiesAreParameters() throws NoSuchMethodException {
        assertThat(shape().parameters())
                .extracting(Parameter::name)
                .containsExactly(
                        "entity_new",
                        "entity_id",
                        "entity_telephone",
                        "entity_pets_1_new",
                        "entity_pets_1_id",
                        "entity_pets_1_kind_id");
        assertThat(shape().parameters())
                .filteredOn(parameter -> parameter.name().equals("entity_telephone"))
                .allSatisfy(parameter -> {
                    assertThat(parameter.form()).isEqualTo(TextForm.DIGITS);
                    assertThat(parameter.sizeMax()).isEqualTo(7);
                });
    }

    @Test
    void anEntityExistsOrIsNewOrHasNewParts() throws ReflectiveOperationException {
        Map<String, Map<String, Object>> kinds = Shapes.kinds(shape().parameters());
        assertThat(kinds).containsOnlyKeys("", "New", "WithNew");

        var values = new Arguments(Map.of(
                "entity_id", BigDecimal.ONE,
                "entity_telephone", "1234567",
                "entity_pets_1_id", BigDecimal.TWO,
                "entity_pets_1_kind_id", BigDecimal.TEN));
        Owner owner =
                (Owner) requireNonNull(shape().maker().make(values.with(kinds.getOrDefault("WithNew", Map.of()))));

        assertThat(owner.id).isEqualTo(1);
        assertThat(owner.pets).singleElement().satisfies(pet -> {
            assertThat(pet.id).isNull();
            assertThat(pet.kind.id).as("what is not saved with it exists").isEqualTo(10);
        });
    }
}

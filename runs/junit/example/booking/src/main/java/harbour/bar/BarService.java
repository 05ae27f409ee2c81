package harbour.bar;

import harbour.RefusedException;
import harbour.Retries;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** The stock of the bar. */
@Service
public class BarService {

    private final DrinkRepository drinks;
    private final SnackRepository snacks;
    private final Retries retries;
    private final TransactionTemplate transaction;

    public BarService(
            DrinkRepository drinks,
            SnackRepository snacks,
            Retries retries,
            PlatformTransactionManager transactions) {
        this.drinks = drinks;
        this.snacks = snacks;
        this.retries = retries;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Takes bottles out of the fridge. */
    @Transactional
    public void serve(long drinkId, int count) {
        serve(drinks.findById(drinkId).orElseThrow(), count);
    }

    /** As {@link #serve}, with the drink locked. */
    @Transactional
    public void serveLocked(long drinkId, int count) {
        serve(drinks.lockById(drinkId).orElseThrow(), count);
    }

    /** As {@link #serve}, in one statement. */
    @Transactional
    public void serveAtOnce(long drinkId, int count) {
        if (drinks.take(drinkId, count) == 0) {
            throw new RefusedException("there is not enough");
        }
    }

    private static void serve(Drink drink, int count) {
        if (drink.getBottles() < count) {
            throw new RefusedException("there are " + drink.getBottles() + " bottles of " + drink.getName());
        }
        drink.setBottles(drink.getBottles() - count);
    }

    /** Sells snacks, which have a version. */
    public void sell(long snackId, int count) {
        retries.untilCommitted(() -> transaction.execute(status -> {
            Snack snack = snacks.findById(snackId).orElseThrow();
            if (snack.getPackets() < count) {
                throw new RefusedException("there are " + snack.getPackets() + " packets of " + snack.getName());
            }
            snack.setPackets(snack.getPackets() - count);
            return true;
        }));
    }

    /** Returns a drink for a form, which somebody fills in while others work. */
    public Drink drink(long id) {
        return drinks.findById(id).orElseThrow();
    }

    /** Saves a form. */
    public void save(Drink drink) {
        drinks.save(drink);
    }

    /** Returns a snack for a form, which somebody fills in while others work. */
    public Snack snack(long id) {
        return snacks.findById(id).orElseThrow();
    }

    /** Saves a form, unless somebody else was faster. */
    public void save(Snack snack) {
        snacks.save(snack);
    }
}

int next_ticket();
int price_of(int ticket);
int sell();

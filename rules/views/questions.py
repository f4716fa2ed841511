"""Where the books are silent or contradict themselves, with the readings and the favoured one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rules.models import Question
from rules.querysets import open_questions, rulebooks
from rules.views.finding import find
from rules.vocabulary import QuestionState


def question_list(request: HttpRequest) -> HttpResponse:
    box, state = request.GET.get("box", ""), request.GET.get("stand", "")
    context = {
        "questions": open_questions(box=box, state=state),
        "books": rulebooks(),
        "states": QuestionState.choices,
        "box": box,
        "state": state,
        "json_url": "/api/v1/questions",
    }
    return render(request, "rules/question_list.html", context)


def question_detail(request: HttpRequest, question_id: str) -> HttpResponse:
    question = find(request, Question.objects.select_related("edition"), "question", question_id)
    if isinstance(question, HttpResponse):
        return question
    context = {
        "question": question,
        "rules": question.rules.select_related("edition"),
        "answers": question.answers.select_related("edition"),
        "cards": question.cards.select_related("edition"),
        "json_url": f"/api/v1/questions/{question.pk}",
    }
    return render(request, "rules/question_detail.html", context)
